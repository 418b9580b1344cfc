import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { announcementQuery, recentListingsQuery, scoutingQuery } from '../api/views.ts';

const longest = 800;

/**
 * Whether what the dashboard opens with is there, or failed, or is too long on its way. Shown before that, one card
 * after the other would push the rest of the page down.
 */
export function useOpening(zipCode: string): boolean {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(() => isKnown(queryClient));
  useEffect(() => {
    if (isOpen) return;
    const open = () => setOpen(true);
    const timer = setTimeout(open, longest);
    void read(queryClient, zipCode).then(open);
    return () => clearTimeout(timer);
  }, [queryClient, zipCode, isOpen]);
  return isOpen;
}

/** After a move within the site everything is: the page opens at once, where it was left. */
function isKnown(queryClient: QueryClient): boolean {
  return queryClient.getQueryData(recentListingsQuery.queryKey) !== undefined;
}

function read(queryClient: QueryClient, zipCode: string): Promise<unknown> {
  return Promise.allSettled([
    queryClient.query({ ...announcementQuery, staleTime: 'static' }),
    queryClient.query({ ...recentListingsQuery, staleTime: 'static' }),
    queryClient.query({ ...scoutingQuery(zipCode), staleTime: 'static' }),
  ]);
}
