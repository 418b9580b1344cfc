import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const retryAfter = 3000;

/** Keeps a signed-in window up to date, and says so while it cannot. */
export function LiveConnection() {
  const queryClient = useQueryClient();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      import('./socket.ts').then(
        ({ openSocket }) => openSocket(queryClient, setLost, leaving.signal),
        () => {
          if (leaving.signal.aborted) return;
          setLost(true);
          retry = setTimeout(open, retryAfter);
        },
      );
    };
    open();
    return () => {
      leaving.abort();
      clearTimeout(retry);
    };
  }, [queryClient]);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-20 z-40 flex justify-center px-4">
      {lost && (
        <p className="flex animate-late items-center gap-2.5 rounded-full border border-warm/50 bg-warm-soft px-4 py-2 text-sm font-semibold text-on-warm-soft shadow-float">
          <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-warm" />
          Connection lost. Reconnecting…
        </p>
      )}
    </div>
  );
}
