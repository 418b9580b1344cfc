import { useState } from 'react';
import type { DryRunResult, SourceKind } from '#domain/source/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { TextArea } from '#web/components/ui/form/text-area.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { getErrorText } from '#web/lib/api/api.ts';
import { formatFieldError } from '#web/lib/field-error.ts';
import { trySource } from './queries.ts';
import { TriedItems } from './tried-items.tsx';

const hints: Partial<Record<SourceKind, string>> = {
  feed: 'Part of the file, including its header.',
  email: 'A complete email with its headers.',
  imap: 'A complete email with its headers.',
};
const defaultHint = 'One listing, or a list of them, as JSON.';

/** Shows how the scout would process a text of the source; nothing is saved. */
export function TrySample({ id, kind }: { id: string; kind: SourceKind }) {
  const [sample, setSample] = useState('');
  const [tried, setTried] = useState<DryRunResult | null>(null);
  const [problem, setProblem] = useState<string>();
  const attempt = useUserAction(trySource(id), {
    onSuccess: setTried,
    onError: (error) => {
      setTried(null);
      setProblem(formatFieldError(getErrorText(error)));
    },
    errorTitle: 'Couldn’t test the sample',
  });
  return (
    <form
      aria-label={`Test a sample of ${id}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-control bg-sunken p-4 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.start(sample);
      }}
    >
      <TextArea
        label="Sample"
        hint={`${hints[kind] ?? defaultHint} Nothing is saved.`}
        error={problem}
        value={sample}
        rows={6}
        spellCheck={false}
        className="font-mono text-sm"
        onChange={({ target }) => {
          setProblem(undefined);
          setSample(target.value);
        }}
      />
      <div>
        <Button type="submit" size="small" pending={attempt.pending && 'Reading…'}>
          Test
        </Button>
      </div>
      <div aria-live="polite">{tried && <TriedItems result={tried} />}</div>
    </form>
  );
}
