import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, type SyntheticEvent, use, useMemo, useState } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { firstSearch } from '#domain/user/searches.contract.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { toFilterValues } from './filter-values.ts';
import { ownSaveQuery, saveFilters } from './queries.ts';
import { type FilterTarget, useFilterForm } from './use-filter-form.ts';
import { usePreview } from './use-preview.ts';

type FilterFormProviderProps = {
  user: UserView;
  /** Includes tiny homes and the notification frequency, which the older settings page lacks. */
  showsAllFields: boolean;
  onSaved?: () => void;
  children: ReactNode;
};

/** The form itself, or the first step of a new member. */
type FilterFormPart = 'filters' | 'step';

const FilterFormContext = createContext<ReturnType<typeof useFilters> | null>(null);

/** One form of the user's filters, and one preview, for all that shows or edits them inside. */
export function FilterFormProvider({ user, showsAllFields, onSaved, children }: FilterFormProviderProps) {
  const saved = useMemo(() => toFilterValues(user), [user]);
  const { data: ownSave } = useQuery(ownSaveQuery);
  const target: FilterTarget<UserView> = {
    kind: showsAllFields ? 'home' : 'settings',
    searchId: firstSearch.id,
    saved,
    ownSave: ownSave && toFilterValues(ownSave),
    draftName: 'filters',
    mutation: saveFilters,
    toValues: toFilterValues,
    onSaved: () => {
      onSaved?.();
      toast({ title: 'Profile Updated', description: 'Your filter preferences have been saved.' });
    },
    errorTitle: 'Update failed',
  };
  return (
    <FilterTargetProvider user={user} target={target}>
      {children}
    </FilterTargetProvider>
  );
}

type FilterTargetProviderProps<Answer> = { user: UserView; target: FilterTarget<Answer>; children: ReactNode };

/** One form of filters, wherever they are saved. */
export function FilterTargetProvider<Answer>({ user, target, children }: FilterTargetProviderProps<Answer>) {
  return <FilterFormContext value={useFilters(user, target)}>{children}</FilterFormContext>;
}

function useFilters<Answer>(user: UserView, target: FilterTarget<Answer>) {
  const filters = useFilterForm(user, target);
  const preview = usePreview(filters.values, user.maxPriceLimit);
  const [submitted, setSubmitted] = useState<FilterFormPart>('filters');
  /** Where the form is shown twice, errors and progress are shown where it was submitted. */
  const part = (name: FilterFormPart) => ({
    showsErrors: submitted === name,
    isSaving: filters.isSaving && submitted === name,
    submit: (event: SyntheticEvent) => {
      setSubmitted(name);
      void filters.form.handleSubmit(filters.save)(event);
    },
  });
  return { ...filters, user, kind: target.kind, searchId: target.searchId, preview, part };
}

export function useFilterFormContext() {
  const filters = use(FilterFormContext);
  if (!filters) throw new Error('useFilterFormContext must be used within a FilterFormProvider');
  return filters;
}
