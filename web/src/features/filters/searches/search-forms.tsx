import { useMemo } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import type { SearchView } from '#domain/user/searches.contract.ts';
import { addOwnSearch, changeOwnSearch } from '#web/features/searches/index.ts';
import { storeDraft } from '#web/lib/session/drafts.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { FilterForm } from '../filter-form.tsx';
import { FilterTargetProvider } from '../filter-form-provider.tsx';
import type { FilterTarget } from '../use-filter-form.ts';
import { getDraftName, type SearchDraft, toSearchValues } from './search-values.ts';

type SearchFormProps = { user: UserView; isInSheet: boolean };

/** Changes a search that is saved. */
export function SavedSearchForm({ search, ...form }: SearchFormProps & { search: SearchView }) {
  const saved = useMemo(() => toSearchValues(search), [search]);
  const target: SearchTarget = {
    searchId: search.id,
    saved,
    draftName: getDraftName(search.id),
    mutation: changeOwnSearch(search.id),
    onSaved: ({ name }) => toast({ title: 'Search saved', description: name }),
    errorTitle: 'Couldn’t save the search',
  };
  return <SearchForm {...form} target={target} />;
}

type NewSearchFormProps = SearchFormProps & { draft: SearchDraft; close: () => void };

/** Adds a search. */
export function NewSearchForm({ draft: { values, draftName }, close, ...form }: NewSearchFormProps) {
  const leave = () => {
    storeDraft(form.user.id, draftName, null);
    close();
  };
  const target: SearchTarget = {
    searchId: null,
    saved: values,
    draftName,
    mutation: addOwnSearch,
    onSaved: ({ name }) => {
      leave();
      toast({ title: 'Search added', description: name });
    },
    errorTitle: 'Couldn’t add the search',
  };
  return <SearchForm {...form} target={target} cancel={leave} />;
}

type SearchTarget = Omit<FilterTarget<SearchView>, 'kind' | 'toValues'>;

function SearchForm({ user, target, ...form }: SearchFormProps & { target: SearchTarget; cancel?: () => void }) {
  return (
    <FilterTargetProvider user={user} target={{ kind: 'search', toValues: toSearchValues, ...target }}>
      <FilterForm {...form} />
    </FilterTargetProvider>
  );
}
