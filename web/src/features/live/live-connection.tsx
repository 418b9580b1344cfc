import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIsIdle } from '#web/lib/hooks/use-is-idle.ts';
import { importWithRetry } from '#web/lib/import-with-retry.ts';

/** Keeps a signed-in window up to date, and shows when it cannot. */
export function LiveConnection() {
  const queryClient = useQueryClient();
  const [lost, setLost] = useState(false);
  const isIdle = useIsIdle();
  useEffect(() => {
    if (!isIdle) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    void importWithRetry(() => import('./socket.ts'), { signal, onFailure: () => setLost(true) }).then(
      ({ openSocket }) => openSocket(queryClient, setLost, signal),
    );
    return () => leaving.abort();
  }, [queryClient, isIdle]);
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
