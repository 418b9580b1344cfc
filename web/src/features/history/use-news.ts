import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { HistoryEvent } from '#domain/history/contract.ts';
import type { HistoryFilters } from './filters.ts';
import { newsQuery, takeNews } from './history-queries.ts';

/** What has come since the list was read, and how to put it on top. */
export function useNews(filters: Partial<HistoryFilters>, events: HistoryEvent[]) {
  const queryClient = useQueryClient();
  const { data } = useQuery(newsQuery(filters, events[0]?.position ?? 0));
  const news = data?.items;
  const take = useCallback(() => {
    if (news) void takeNews(queryClient, filters, news);
  }, [queryClient, filters, news]);
  return { count: news?.length ?? 0, take };
}
