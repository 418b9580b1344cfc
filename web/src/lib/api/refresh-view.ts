import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';

/** Refetches these rows of a query's data, and nothing else of it; null if it cannot. */
export type RefreshRows = (queryClient: QueryClient, ids: string[]) => Promise<unknown> | null;

/** Refetches the active queries. A request already under way may be stale, so it is canceled. */
export async function refetch(queryClient: QueryClient, filters?: QueryFilters): Promise<void> {
  const chosen = new Set(queryClient.getQueryCache().findAll(filters));
  // Canceling changes the state of a query, by which the filters may choose.
  const isChosen = { predicate: (query: Query) => chosen.has(query) };
  await queryClient.cancelQueries(isChosen);
  await queryClient.invalidateQueries(isChosen);
}

/** Queries that no part of the page shows are refetched when one does again. */
export function markInactiveStale(queryClient: QueryClient, view: string): void {
  void queryClient.invalidateQueries({ queryKey: [view], type: 'inactive', refetchType: 'none' });
}

/** Rejects with the error of the query, if that could not be read. */
async function refetchOrThrow(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await refetch(queryClient, { queryKey, exact: true });
  const { error = null } = queryClient.getQueryState(queryKey) ?? {};
  if (error) throw error;
}

/**
 * Shows the changed documents of a view: its active queries are refetched, or only those rows where a query can. Keys
 * start with the name of the view. `done` resolves once they are shown; `requestCount` is the number of requests.
 */
export function refreshView(queryClient: QueryClient, view: string, ids: string[]) {
  markInactiveStale(queryClient, view);
  const refreshes = queryClient
    .getQueryCache()
    .findAll({ queryKey: [view], type: 'active' })
    .map(({ meta, queryKey, state }) => {
      const done = meta?.refreshRows?.(queryClient, ids);
      if (done) return { done, requestCount: 1 };
      return { done: refetchOrThrow(queryClient, queryKey), requestCount: countPages(state.data) };
    });
  return {
    requestCount: refreshes.reduce((sum, { requestCount }) => sum + requestCount, 0),
    done: Promise.all(refreshes.map(({ done }) => done)),
  };
}

/** A paged list is refetched page by page. */
function countPages(data: unknown): number {
  const pages = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return Array.isArray(pages) ? pages.length : 1;
}
