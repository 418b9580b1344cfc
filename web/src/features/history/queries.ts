import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { historyEndpoints, type HistoryEvent, type Verification } from '#domain/history/contract.ts';
import { ApiError, call } from '#web/lib/api/api.ts';
import { callPage, listPages } from '#web/lib/api/list-pages.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { type HistoryFilters, toHistoryQuery } from './filters.ts';

const pageSize = 60;
/** More new events than this are not prepended one by one: the list is refetched. */
const maxNewEvents = 500;
const runningIntervalMs = 700;
const idleIntervalMs = 60_000;
const indexingIntervalMs = 3_000;

/** The loaded part of the history. It grows only when its reader asks, so that nothing moves unexpectedly. */
export const historyEventsQuery = (filters: HistoryFilters) =>
  infiniteQueryOptions({
    queryKey: ['read-history', filters],
    ...listPages(historyEndpoints.listHistory, { query: { ...toHistoryQuery(filters), limit: pageSize } }),
    staleTime: 'static',
    gcTime: 0,
    // Reports the progress of the index until it is complete.
    refetchInterval: ({ state }) => (isIndexing(state.error) ? indexingIntervalMs : false),
  });

/** Filters wait for the index, which is rebuilt after some changes of the program. */
export function isIndexing(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 503;
}

/** The events after the one at `top`; refetched whenever the live connection reports more. */
export const newEventsQuery = (filters: HistoryFilters, top: number) =>
  queryOptions({
    queryKey: ['history', 'news', filters, top],
    queryFn: ({ signal }) =>
      callPage(historyEndpoints.listHistory, {
        query: { ...toHistoryQuery(filters), after: top, limit: maxNewEvents },
        signal,
      }),
    gcTime: 0,
  });

/** Prepends the new events to the loaded ones. */
export async function prependNewEvents(
  queryClient: QueryClient,
  filters: HistoryFilters,
  newEvents: HistoryEvent[],
): Promise<void> {
  const { queryKey } = historyEventsQuery(filters);
  if (newEvents.length >= maxNewEvents) {
    await queryClient.resetQueries({ queryKey });
    return;
  }
  queryClient.setQueryData(queryKey, (list) => {
    const [first, ...rest] = list?.pages ?? [];
    if (!list || !first) return list;
    const has = new Set(first.items.map(({ position }) => position));
    const items = [...newEvents.filter(({ position }) => !has.has(position)), ...first.items];
    return { ...list, pages: [{ ...first, items }, ...rest] };
  });
}

export const eventDetailsQuery = (position: number) =>
  queryOptions({
    queryKey: ['history-event', position],
    queryFn: ({ signal }) => call(historyEndpoints.getHistoryEvent, { params: { position }, signal }),
  });

export const eventTypesQuery = queryOptions({
  queryKey: ['event-types'],
  queryFn: ({ signal }) => call(historyEndpoints.listEventTypes, { signal }),
  staleTime: 'static',
});

export const verificationQuery = queryOptions({
  queryKey: ['history-verification'],
  queryFn: ({ signal }) => call(historyEndpoints.getVerification, { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? runningIntervalMs : idleIntervalMs),
});

/** Of the whole log where `full`, otherwise from the last verified seal on. */
export const startVerification: Mutation<{ full: boolean }, Verification> = {
  send: (query) => call(historyEndpoints.beginVerification, { query }),
  update: (queryClient, state) => queryClient.setQueryData(verificationQuery.queryKey, state),
  recover: (queryClient) => queryClient.invalidateQueries(verificationQuery),
};
