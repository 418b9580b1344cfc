import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { type UserView, userPaths, userView } from '#domain/user/contract.ts';
import { useAction } from '#web/lib/hooks/action.ts';
import { sendFor } from '#web/lib/api/api.ts';
import { userQuery } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast/toast.ts';
import {
  changesOf,
  differing,
  type FilterBody,
  filterForm,
  type FilterValues,
  filterValues,
  followed,
  shownDifference,
} from './filter-values.ts';

export type FilterForm = UseFormReturn<FilterValues, unknown, FilterBody>;

/**
 * The form of a user's filters. The user may change under it, live: what is edited stays, the rest follows, and
 * `elsewhere` tells that the saved filters are no longer those last seen here.
 */
export function useFilterForm(user: UserView, isWhole: boolean) {
  const queryClient = useQueryClient();
  const saved = filterValues(user);
  const [seen, setSeen] = useState(saved);
  const form: FilterForm = useForm<FilterValues, unknown, FilterBody>({
    resolver: zodResolver(filterForm(user.maxPriceLimit)),
    defaultValues: saved,
  });
  useFollowing(form, saved);
  const save = useAction({
    send: (filters: FilterBody) => sendFor(userView, 'PATCH', userPaths.profile, changesOf(filters, saved, isWhole)),
    done: (updated) => {
      queryClient.setQueryData(userQuery.queryKey, updated);
      setSeen(filterValues(updated));
      toast({ title: 'Profile Updated', description: 'Your filter preferences have been saved.' });
    },
    failure: 'Update failed',
  });
  return {
    form,
    save,
    saved,
    elsewhere: !save.pending && shownDifference(seen, saved, isWhole),
    /** Takes note of what was saved elsewhere. */
    noted: () => setSeen(saved),
    /** Shows what is saved, in place of what was edited. */
    revert: () => {
      form.reset(saved);
      setSeen(saved);
    },
  };
}

/** Only values that differ are set: the caret stays where it is in a field that is being edited. */
function useFollowing({ getValues, setValue }: FilterForm, saved: FilterValues): void {
  const known = useRef(saved);
  useEffect(() => {
    const edited = getValues();
    const next = followed(edited, known.current, saved);
    known.current = saved;
    for (const name of differing(edited, next)) setValue(name, next[name], { shouldValidate: true });
  });
}
