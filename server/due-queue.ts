import PQueue from 'p-queue';
import type { Clock } from './clock.ts';

export type DueQueue = {
  /** Has `work` done once it is `due` (ms since 1970). It sees to its own errors. */
  put: (due: number, work: () => Promise<void>) => void;
  /** Forgets what has not begun; resolves when the rest is done. */
  stop: () => Promise<void>;
};

/** Does works when they are due, at most `atOnce` of them at a time. */
export function openDueQueue({ atOnce, clock }: { atOnce: number; clock: Clock }): DueQueue {
  const queue = new PQueue({ concurrency: atOnce });
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  return {
    put: (due, work) => {
      if (isStopped) return;
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          void queue.add(work);
        },
        Math.max(0, due - clock().getTime()),
      ).unref();
      timers.add(timer);
    },
    stop: async () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      queue.clear();
      await queue.onIdle();
    },
  };
}
