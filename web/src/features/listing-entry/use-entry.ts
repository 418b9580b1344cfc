import { useState } from 'react';
import { type EntryOutcome, entryOutcome, entryPath } from '#domain/listing/entry.contract.ts';
import { useAction } from '#web/lib/hooks/action.ts';
import { sendFor } from '#web/lib/api/api.ts';
import { fieldRefusal } from '#web/lib/field-refusal.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { blankDraft, bodyOf, type Draft, type FieldName, fieldOf } from './draft.ts';

export type Entered = EntryOutcome & { title: string };
type Problem = { field: FieldName; text: string };

export const outcomes: Record<EntryOutcome['outcome'], { title: string; text: string }> = {
  accepted: { title: 'Listing added', text: 'It goes out to the members whom it fits.' },
  duplicate: { title: 'Known already', text: 'This listing is there already, so nobody is alerted again.' },
  review: { title: 'Waits for review', text: 'It goes out once somebody has accepted it in the review.' },
  rejected: { title: 'Rejected', text: 'The scout takes it for no offer of a property.' },
};

/** What is typed, and what became of what was entered. `done` is called once the form is free for the next one. */
export function useEntry(done: () => void) {
  const [draft, setDraft] = useState(blankDraft);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [entered, setEntered] = useState<Entered | null>(null);
  const { start, pending } = useAction({
    send: (sent: Draft) => sendFor(entryOutcome, 'POST', entryPath, bodyOf(sent)),
    done: (answer, { title }) => {
      setEntered({ ...answer, title });
      toast({ title: outcomes[answer.outcome].title, description: title });
      if (answer.outcome === 'rejected') return;
      setDraft(blankDraft);
      done();
    },
    failed: ({ message }) => {
      const refusal = message.replace(/^\d+: /, '');
      const field = fieldOf(refusal);
      setProblem(field && { field, text: fieldRefusal(refusal) });
    },
    failure: 'Listing not added',
  });
  return {
    draft,
    problem,
    entered,
    pending,
    edit: (change: Partial<Draft>) => {
      setProblem(null);
      setDraft({ ...draft, ...change });
    },
    enter: () => start(draft),
  };
}
