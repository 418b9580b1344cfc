import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { announcementQuery } from '#web/features/announcements/index.ts';
import { scoutingQuery } from '#web/features/membership/index.ts';
import { recentListingsQuery } from '#web/features/recent-listings/index.ts';

const maxWaitMs = 800;

/**
 * Whether the dashboard's initial data is loaded, failed, or takes too long. If the cards were shown earlier, each one
 * loaded would push down the rest of the page.
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

/** After a navigation within the site it is always ready: the page opens at once, at its scroll position. */
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
