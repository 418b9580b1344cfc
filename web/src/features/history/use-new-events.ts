import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { HistoryEvent } from '#domain/history/contract.ts';
import type { HistoryFilters } from './filters.ts';
import { newEventsQuery, prependNewEvents } from './queries.ts';

/** The events since the list was loaded, and how to prepend them. */
export function useNewEvents(filters: Partial<HistoryFilters>, events: HistoryEvent[]) {
  const queryClient = useQueryClient();
  const { data } = useQuery(newEventsQuery(filters, events[0]?.position ?? 0));
  const newEvents = data?.items;
  const take = useCallback(() => {
    if (newEvents) void prependNewEvents(queryClient, filters, newEvents);
  }, [queryClient, filters, newEvents]);
  return { count: newEvents?.length ?? 0, take };
}
