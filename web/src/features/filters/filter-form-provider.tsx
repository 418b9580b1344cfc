import { createContext, type ReactNode, type SyntheticEvent, use, useState } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { useFilterForm } from './use-filter-form.ts';
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

/** One form of the filters, and one preview, for all that shows or edits them inside. */
export function FilterFormProvider({ children, ...options }: FilterFormProviderProps) {
  return <FilterFormContext value={useFilters(options)}>{children}</FilterFormContext>;
}

function useFilters({ user, showsAllFields, onSaved }: Omit<FilterFormProviderProps, 'children'>) {
  const filters = useFilterForm(user, showsAllFields, onSaved);
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
  return { ...filters, user, showsAllFields, preview, part };
}

export function useFilterFormContext() {
  const filters = use(FilterFormContext);
  if (!filters) throw new Error('useFilterFormContext must be used within a FilterFormProvider');
  return filters;
}
