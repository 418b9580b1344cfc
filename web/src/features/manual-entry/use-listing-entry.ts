import { useState } from 'react';
import type { ManualEntryOutcome } from '#domain/listing/manual-entry.contract.ts';
import { useDraft } from '#web/lib/hooks/use-draft.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { getErrorText } from '#web/lib/api/api.ts';
import { findNamedField, formatFieldError } from '#web/lib/field-error.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { blankDraft, type EntryDraft, type EntryFieldName, entryFieldNames } from './draft.ts';
import { addListing } from './queries.ts';

export type SubmittedEntry = ManualEntryOutcome & { title: string };
type Problem = { field: EntryFieldName; text: string };

export const outcomeTexts: Record<ManualEntryOutcome['outcome'], { title: string; text: string }> = {
  accepted: { title: 'Listing added', text: 'Matching members will be alerted.' },
  duplicate: { title: 'Known already', text: 'This listing already exists, so no new alerts are sent.' },
  review: { title: 'Sent to review', text: 'It goes out once it is accepted in review.' },
  rejected: { title: 'Rejected', text: 'This does not look like a property listing.' },
};

/** The draft, and the result of the last submission. `done` is called once the form is free for the next one. */
export function useListingEntry(done: () => void) {
  const [typed, setDraft] = useDraft<EntryDraft>('listing');
  const draft = typed ?? blankDraft;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [entry, setEntered] = useState<SubmittedEntry | null>(null);
  const { start, pending } = useUserAction(addListing, {
    onSuccess: (answer, { title }) => {
      setEntered({ ...answer, title });
      toast({ title: outcomeTexts[answer.outcome].title, description: title });
      if (answer.outcome === 'rejected') return;
      setDraft(null);
      done();
    },
    onError: (error) => {
      const refusal = getErrorText(error);
      const field = findNamedField(refusal, entryFieldNames);
      setProblem(field && { field, text: formatFieldError(refusal) });
    },
    errorTitle: 'Listing not added',
  });
  return {
    draft,
    problem,
    entry,
    pending,
    edit: (change: Partial<EntryDraft>) => {
      setProblem(null);
      setDraft({ ...draft, ...change });
    },
    submit: () => start(draft),
  };
}
