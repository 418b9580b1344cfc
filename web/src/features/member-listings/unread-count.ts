import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setUnreadCount } from '#web/lib/document-title.ts';
import { unreadCountQuery } from './queries.ts';

/** Shows in the title of the tab how many alerts the user has not seen. */
export function UnreadCount(): null {
  const { data = 0 } = useQuery(unreadCountQuery);
  useEffect(() => {
    setUnreadCount(data);
    return () => setUnreadCount(0);
  }, [data]);
  return null;
}
