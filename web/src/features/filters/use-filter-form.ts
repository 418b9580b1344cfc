import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { UserView } from '#domain/user/contract.ts';
import { readDraft, storeDraft } from '#web/lib/session/drafts.ts';
import { useEditBasis } from '#web/lib/hooks/use-edit-basis.ts';
import { type Mutation, useUserAction } from '#web/lib/hooks/use-user-action.ts';
import {
  pickFilterChanges,
  findDifferences,
  isSameFilters,
  type FilterBody,
  createFilterSchema,
  type FilterFormKind,
  type FilterValues,
  mergeSavedFilters,
  hasVisibleDifference,
} from './filter-values.ts';

export type FilterFormState = UseFormReturn<FilterValues, unknown, FilterBody>;

/** What a form of filters edits: the filters of the user, or a further search. */
export type FilterTarget<Answer> = {
  kind: FilterFormKind;
  /** Null where the search is new. */
  searchId: string | null;
  /** The saved values, or those that a new search begins with. */
  saved: FilterValues;
  /** What another part of this page saved last. */
  ownSave?: FilterValues | undefined;
  draftName: string;
  mutation: Mutation<Partial<FilterBody>, Answer>;
  toValues: (answer: Answer) => FilterValues;
  onSaved: (answer: Answer) => void;
  errorTitle: string;
};

type FilterDraft = { values: FilterValues; saved: FilterValues };

/**
 * A form of filters. They may change live during edits: edited fields stay, the rest follows, and `isChangedElsewhere`
 * reports that the saved filters are no longer those last seen here.
 */
export function useFilterForm<Answer>({ id: userId, maxPriceLimit }: UserView, target: FilterTarget<Answer>) {
  const { kind, searchId, saved, ownSave, draftName, toValues } = target;
  const [draft] = useState(() => readDraft(userId, draftName) as FilterDraft | null);
  const isSame = (some: FilterValues, others: FilterValues) => !hasVisibleDifference(some, others, kind);
  const { isChangedElsewhere, rebase } = useEditBasis(saved, {
    follows: ownSave !== undefined && isSame(ownSave, saved),
    isSame,
  });
  const form: FilterFormState = useForm<FilterValues, unknown, FilterBody>({
    resolver: zodResolver(createFilterSchema(maxPriceLimit)),
    defaultValues: draft ? mergeSavedFilters(draft.values, draft.saved, saved) : saved,
  });
  useMergeSaved(form, saved);
  const values = useWatch({ control: form.control, compute: (current: FilterValues) => current });
  // Only at a change: a render after the end of the session must not store what was removed then.
  useEffect(
    () => storeDraft(userId, draftName, isSameFilters(values, saved) ? null : { values, saved }),
    [userId, draftName, values, saved],
  );
  const save = useUserAction(target.mutation, {
    onSuccess: (answer) => {
      const updated = toValues(answer);
      // The server trims it.
      form.setValue('name', updated.name);
      rebase(updated);
      target.onSaved(answer);
    },
    errorTitle: target.errorTitle,
  });
  return {
    form,
    values,
    save: (filters: FilterBody) => save.start(pickFilterChanges(filters, searchId === null ? null : saved, kind)),
    isSaving: save.pending,
    saved,
    isChangedElsewhere: isChangedElsewhere && !save.pending,
    /** Acknowledges what was saved elsewhere. */
    acceptSaved: () => rebase(),
    /** Replaces the edits by the saved filters. */
    revert: () => {
      storeDraft(userId, draftName, null);
      form.reset(saved);
      rebase();
    },
  };
}

/** Sets only values that differ: the caret stays where it is in a field being edited. */
function useMergeSaved({ getValues, setValue }: FilterFormState, saved: FilterValues): void {
  const previous = useRef(saved);
  useEffect(() => {
    const edited = getValues();
    const next = mergeSavedFilters(edited, previous.current, saved);
    previous.current = saved;
    for (const name of findDifferences(edited, next)) setValue(name, next[name], { shouldValidate: true });
  });
}
