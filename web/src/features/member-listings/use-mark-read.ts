import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { markRead } from './queries.ts';

/** In ms: a listing that was in view for so long, in a visible tab, counts as read. */
const readMs = 1_000;

export function useMarkRead(element: RefObject<HTMLElement | null>, { id, isRead }: { id: string; isRead: boolean }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const row = element.current;
    if (isRead || !row) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const observer = new IntersectionObserver(
      (entries) => {
        stop();
        if (entries.at(-1)?.isIntersecting !== true || document.visibilityState !== 'visible') return;
        timer = setTimeout(() => void markRead(queryClient, id).catch(() => undefined), readMs);
      },
      { threshold: 0.6 },
    );
    observer.observe(row);
    // A row that was in view before the tab was: its observer says so again.
    const restart = () => {
      stop();
      observer.unobserve(row);
      observer.observe(row);
    };
    document.addEventListener('visibilitychange', restart);
    return () => {
      stop();
      observer.disconnect();
      document.removeEventListener('visibilitychange', restart);
    };
  }, [element, id, isRead, queryClient]);
}
