import { useState } from 'react';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import type { SourceView } from '#domain/source/contract.ts';
import type { FeedDescription } from '#domain/source/feed-description.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { Options, SelectField } from '#web/components/ui/form/select.tsx';
import { formatRunInterval } from '#web/features/sources/index.ts';
import { getErrorText } from '#web/lib/api/api.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import type { FeedContent } from './feed-description.ts';
import { saveFeed } from './queries.ts';

type SaveFeedFormProps = {
  saved: SourceView | null;
  /** What is to be saved; null where it has a mistake, which is shown. */
  describe: () => FeedContent | null;
  /** Shows why the mapping was refused. */
  onRefused: (refusal: string) => void;
  onSaved: () => void;
  onCancel: (() => void) | undefined;
};

type FeedTerms = Pick<FeedDescription, 'basis' | 'everySeconds'>;
const intervals = [15 * 60, 3600, 6 * 3600, 24 * 3600];

/** Names a feed and saves it, with its mapping. */
export function SaveFeedForm({ saved, describe, onRefused, onSaved, onCancel }: SaveFeedFormProps) {
  const [id, setId] = useState('');
  const [{ basis, everySeconds }, setTerms] = useState<FeedTerms>(saved?.feed ?? { basis: '', everySeconds: 3600 });
  const save = useUserAction(saveFeed(saved?.id ?? null), {
    onSuccess: (source) => {
      toast({ title: saved ? 'Feed changed' : 'Feed saved', description: source.id });
      onSaved();
    },
    onError: (error) => {
      const refusal = getErrorText(error);
      if (refusal.startsWith('mapping')) onRefused(refusal);
    },
    errorTitle: 'Couldn’t save the feed',
  });
  return (
    <form
      aria-label="Save this feed"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const content = describe();
        if (content) save.start({ id, basis, everySeconds, ...content });
      }}
    >
      {saved === null && <NameField id={id} onChange={setId} />}
      <TermsFields terms={{ basis, everySeconds }} onChange={setTerms} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" pending={save.pending && 'Saving…'}>
          {saved ? 'Save changes' : 'Save feed'}
        </Button>
        {onCancel && (
          <Button variant="secondary" size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

function NameField({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  return (
    <TextField
      label="Name"
      hint="1 to 50 of a-z, 0-9 and -, such as county-auction. It can’t be changed later."
      required
      pattern="[a-z0-9\-]{1,50}"
      autoComplete="off"
      spellCheck={false}
      value={id}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type TermsFieldsProps = { terms: FeedTerms; onChange: (terms: FeedTerms) => void };

function TermsFields({ terms, onChange }: TermsFieldsProps) {
  const { basis, everySeconds } = terms;
  const choices = [...new Set([...intervals, everySeconds])];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Why this source may be read"
        placeholder="Public record"
        required
        maxLength={200}
        value={basis}
        onChange={({ target }) => onChange({ ...terms, basis: target.value })}
      />
      <SelectField
        label="Interval"
        value={everySeconds}
        onChange={({ target }) => onChange({ ...terms, everySeconds: Number(target.value) })}
      >
        <Options choices={choices.map((seconds) => [seconds, capitalize(formatRunInterval(seconds))])} />
      </SelectField>
    </div>
  );
}
