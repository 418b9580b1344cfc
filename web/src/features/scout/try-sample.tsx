import { useState } from 'react';
import { type SourceKind, sourcePaths, triedSample, type TriedSample } from '#domain/source/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { TextArea } from '#web/components/ui/form/text-area.tsx';
import { useAction } from '#web/lib/hooks/action.ts';
import { sendFor } from '#web/lib/api/api.ts';
import { fieldRefusal } from '#web/lib/field-refusal.ts';
import { TriedItems } from './tried-items.tsx';

const hints: Partial<Record<SourceKind, string>> = {
  feed: 'Some of the file as the source gives it, with its header.',
  email: 'A whole mail, with its headers.',
  imap: 'A whole mail, with its headers.',
};
const usualHint = 'One listing, or a list of them, as JSON.';

/** Shows what the scout would make of a text of the source; nothing is kept of it. */
export function TrySample({ id, kind }: { id: string; kind: SourceKind }) {
  const [sample, setSample] = useState('');
  const [tried, setTried] = useState<TriedSample | null>(null);
  const [problem, setProblem] = useState<string>();
  const attempt = useAction({
    send: () => sendFor(triedSample, 'POST', sourcePaths.try(id), { sample }),
    done: setTried,
    failed: ({ message }) => {
      setTried(null);
      setProblem(fieldRefusal(message.replace(/^\d+: /, '')));
    },
    failure: 'The sample could not be tried',
  });
  return (
    <form
      aria-label={`Try a sample of ${id}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-control bg-sunken p-4 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.start(undefined);
      }}
    >
      <TextArea
        label="Sample"
        hint={`${hints[kind] ?? usualHint} Nothing of it is kept.`}
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
          See what comes of it
        </Button>
      </div>
      <div aria-live="polite">{tried && <TriedItems tried={tried} />}</div>
    </form>
  );
}
