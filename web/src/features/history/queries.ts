import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type HistoryEvent,
  historyDetails,
  historyEvent,
  historyPaths,
  type Verification,
  verification,
} from '#domain/history/contract.ts';
import { ApiError, get, getPage, sendAndParse } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { type HistoryFilters, toQueryString } from './filters.ts';

type Filters = Partial<HistoryFilters>;
const pageSize = 60;
/** More new events than this are not prepended one by one: the list is refetched. */
const maxNewEvents = 500;
const runningIntervalMs = 700;
const idleIntervalMs = 60_000;
const indexingIntervalMs = 3_000;

/** The loaded part of the history. It grows only when its reader asks, so that nothing moves unexpectedly. */
export const historyEventsQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['read-history', filters],
    queryFn: ({ signal, pageParam }) => getPage(pageParam, historyEvent, signal),
    initialPageParam: `${historyPaths.list}${toQueryString(filters, { limit: String(pageSize) })}`,
    getNextPageParam: ({ next }) => next,
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
export const newEventsQuery = (filters: Filters, top: number) =>
  queryOptions({
    queryKey: ['history', 'news', filters, top],
    queryFn: ({ signal }) => {
      const query = toQueryString(filters, { after: String(top), limit: String(maxNewEvents) });
      return getPage(`${historyPaths.list}${query}`, historyEvent, signal);
    },
    gcTime: 0,
  });

/** Prepends the new events to the loaded ones. */
export async function prependNewEvents(
  queryClient: QueryClient,
  filters: Filters,
  newEvents: HistoryEvent[],
): Promise<void> {
  const { queryKey } = historyEventsQuery(filters);
  if (newEvents.length >= maxNewEvents) {
    await queryClient.resetQueries({ queryKey });
    return;
  }
  queryClient.setQueryData(queryKey, (known) => {
    const [first, ...rest] = known?.pages ?? [];
    if (!known || !first) return known;
    const has = new Set(first.items.map(({ position }) => position));
    const items = [...newEvents.filter(({ position }) => !has.has(position)), ...first.items];
    return { ...known, pages: [{ ...first, items }, ...rest] };
  });
}

export const eventDetailsQuery = (position: number) =>
  queryOptions({
    queryKey: ['history-event', position],
    queryFn: ({ signal }) => get(historyPaths.one(position), historyDetails, signal),
  });

export const verificationQuery = queryOptions({
  queryKey: ['history-verification'],
  queryFn: ({ signal }) => get<Verification>(historyPaths.verification, verification, signal),
  refetchInterval: ({ state }) => (state.data?.running ? runningIntervalMs : idleIntervalMs),
});

export const startVerification: Mutation<void, Verification> = {
  send: () => sendAndParse<Verification>(verification, 'POST', historyPaths.verification),
  update: (queryClient, state) => queryClient.setQueryData(verificationQuery.queryKey, state),
  recover: (queryClient) => queryClient.invalidateQueries(verificationQuery),
};
