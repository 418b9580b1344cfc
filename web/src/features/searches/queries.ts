import { queryOptions } from '@tanstack/react-query';
import { searchEndpoints } from '#domain/user/searches.contract.ts';
import { call } from '#web/lib/api/api.ts';

/** All searches of the user, the first one first. */
export const searchesQuery = queryOptions({
  queryKey: ['searches'],
  queryFn: ({ signal }) => call(searchEndpoints.listSearches, { signal }),
});
