import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { newSearch, type SearchChanges, searchEndpoints, type SearchView } from '#domain/user/searches.contract.ts';
import { call } from '#web/lib/api/api.ts';
import { refetch } from '#web/lib/api/refresh-view.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

/** All searches of the user, the first one first. */
export const searchesQuery = queryOptions({
  queryKey: ['searches'],
  queryFn: ({ signal }) => call(searchEndpoints.listSearches, { signal }),
});

const recover = (queryClient: QueryClient) => refetch(queryClient, searchesQuery);

function showSearch(queryClient: QueryClient, search: SearchView): void {
  const put = (all: SearchView[]) =>
    all.some(({ id }) => id === search.id) ? all.map((one) => (one.id === search.id ? search : one)) : [...all, search];
  queryClient.setQueryData(searchesQuery.queryKey, (all) => all && put(all));
}

/** Absent values have the defaults of the server. */
export const addOwnSearch: Mutation<SearchChanges, SearchView> = {
  send: async (values) => call(searchEndpoints.addSearch, { body: newSearch.parse(values) }),
  update: showSearch,
  recover,
};

export const changeOwnSearch = (id: string): Mutation<SearchChanges, SearchView> => ({
  send: (body) => call(searchEndpoints.changeSearch, { params: { id }, body }),
  update: showSearch,
  recover,
});

export const removeOwnSearch: Mutation<SearchView, undefined> = {
  send: ({ id }) => call(searchEndpoints.removeSearch, { params: { id } }),
  update: (queryClient, _answer, { id }) =>
    queryClient.setQueryData(searchesQuery.queryKey, (all) => all?.filter((one) => one.id !== id)),
  recover,
};

export const restoreOwnSearch: Mutation<SearchView, SearchView> = {
  send: ({ id }) => call(searchEndpoints.restoreSearch, { params: { id } }),
  update: showSearch,
  recover,
};
