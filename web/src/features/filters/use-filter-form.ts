import { useQuery } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { UserView } from '#domain/user/contract.ts';
import { readDraft, storeDraft } from '#web/lib/session/drafts.ts';
import { useEditBasis } from '#web/lib/hooks/use-edit-basis.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { ownSaveQuery, saveFilters } from './queries.ts';
import {
  pickFilterChanges,
  findDifferences,
  isSameFilters,
  type FilterBody,
  createFilterSchema,
  type FilterValues,
  toFilterValues,
  mergeSavedFilters,
  hasVisibleDifference,
} from './filter-values.ts';

export type FilterFormState = UseFormReturn<FilterValues, unknown, FilterBody>;

const draftName = 'filters';
type FilterDraft = { values: FilterValues; saved: FilterValues };

/**
 * The form of a user's filters. The user may change live during edits: edited fields stay, the rest follows, and
 * `isChangedElsewhere` reports that the saved filters are no longer those last seen here.
 */
export function useFilterForm(user: UserView, isWhole: boolean, onSaved?: () => void) {
  const saved = useMemo(() => toFilterValues(user), [user]);
  const [draft] = useState(() => readDraft(user.id, draftName) as FilterDraft | null);
  const { data: ownSave } = useQuery(ownSaveQuery);
  const isSame = (some: FilterValues, others: FilterValues) => !hasVisibleDifference(some, others, isWhole);
  const { isChangedElsewhere, rebase } = useEditBasis(saved, {
    follows: ownSave !== undefined && isSame(toFilterValues(ownSave), saved),
    isSame,
  });
  const form: FilterFormState = useForm<FilterValues, unknown, FilterBody>({
    resolver: zodResolver(createFilterSchema(user.maxPriceLimit)),
    defaultValues: draft ? mergeSavedFilters(draft.values, draft.saved, saved) : saved,
  });
  useMergeSaved(form, saved);
  const values = useWatch({ control: form.control, compute: (current: FilterValues) => current });
  // Only at a change: a render after the end of the session must not store what was removed then.
  useEffect(
    () => storeDraft(user.id, draftName, isSameFilters(values, saved) ? null : { values, saved }),
    [user.id, values, saved],
  );
  const save = useUserAction(saveFilters, {
    onSuccess: (updated) => {
      rebase(toFilterValues(updated));
      onSaved?.();
      toast({ title: 'Profile Updated', description: 'Your filter preferences have been saved.' });
    },
    errorTitle: 'Update failed',
  });
  return {
    form,
    values,
    save: (filters: FilterBody) => save.start(pickFilterChanges(filters, saved, isWhole)),
    isSaving: save.pending,
    saved,
    isChangedElsewhere: isChangedElsewhere && !save.pending,
    /** Acknowledges what was saved elsewhere. */
    acceptSaved: () => rebase(),
    /** Replaces the edits by the saved filters. */
    revert: () => {
      storeDraft(user.id, draftName, null);
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
