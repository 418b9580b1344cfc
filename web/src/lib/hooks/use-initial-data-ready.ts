import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { announcementQuery, recentListingsQuery, scoutingQuery } from '../api/queries.ts';

const maxWaitMs = 800;

/**
 * Whether what the dashboard opens with is there, or failed, or is too long on its way. Shown before that, one card
 * after the other would push the rest of the page down.
 */
export function useInitialDataReady(zipCode: string): boolean {
  const queryClient = useQueryClient();
  const [isReady, setReady] = useState(() => isDataCached(queryClient));
  useEffect(() => {
    if (isReady) return;
    const markReady = () => setReady(true);
    const timer = setTimeout(markReady, maxWaitMs);
    void loadInitialData(queryClient, zipCode).then(markReady);
    return () => clearTimeout(timer);
  }, [queryClient, zipCode, isReady]);
  return isReady;
}

/** After a move within the site everything is: the page opens at once, where it was left. */
function isDataCached(queryClient: QueryClient): boolean {
  return queryClient.getQueryData(recentListingsQuery.queryKey) !== undefined;
}

function loadInitialData(queryClient: QueryClient, zipCode: string): Promise<unknown> {
  return Promise.allSettled([
    queryClient.query({ ...announcementQuery, staleTime: 'static' }),
    queryClient.query({ ...recentListingsQuery, staleTime: 'static' }),
    queryClient.query({ ...scoutingQuery(zipCode), staleTime: 'static' }),
  ]);
}
