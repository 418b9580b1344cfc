import { createTimer } from '#server/lib/delay.ts';

/**
 * Reports ids at once, and those that come within `pauseMs` ms after that together: the listeners are notified at most
 * once per interval. Of more than `maxIds` ids only the latest are reported.
 */
export function throttleIds({ pauseMs, maxIds }: { pauseMs: number; maxIds: number }, tell: (ids: string[]) => void) {
  let waiting: string[] = [];

  const flush = () => {
    if (waiting.length === 0) return;
    const ids = waiting;
    waiting = [];
    timer.start(pauseMs);
    tell(ids);
  };

  const timer = createTimer(flush);

  return (ids: Iterable<string>) => {
    waiting = [...waiting, ...ids].slice(-maxIds);
    if (!timer.isRunning()) flush();
  };
}
