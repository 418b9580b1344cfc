import PQueue from 'p-queue';
import type { Clock } from './clock.ts';

export type DueQueue = {
  /** Has `work` done once it is `due` (ms since 1970). It sees to its own errors. */
  put: (due: number, work: () => Promise<void>) => void;
  /** Forgets what has not begun; resolves when the rest is done. */
  stop: () => Promise<void>;
};

type Waiting = { due: number; work: () => Promise<void> };

/** In ms. A clock may be set, and a machine may sleep, so that it is looked at now and then. */
const longestSleep = 1_000;

/** Does works when they are due, at most `atOnce` of them at a time. */
export function openDueQueue({ atOnce, clock }: { atOnce: number; clock: Clock }): DueQueue {
  const queue = new PQueue({ concurrency: atOnce });
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | null = null;
  let wakesAt = Number.POSITIVE_INFINITY;
  let isStopped = false;

  const sleepUntil = (due: number) => {
    if (timer) clearTimeout(timer);
    wakesAt = due;
    timer = setTimeout(begin, Math.min(longestSleep, Math.max(0, due - clock().getTime()))).unref();
  };
  const begin = () => {
    const now = clock().getTime();
    let next = Number.POSITIVE_INFINITY;
    timer = null;
    wakesAt = next;
    for (const one of waiting) {
      if (one.due > now) {
        next = Math.min(next, one.due);
        continue;
      }
      waiting.delete(one);
      void queue.add(one.work);
    }
    if (!isStopped && waiting.size > 0) sleepUntil(next);
  };

  return {
    put: (due, work) => {
      if (isStopped) return;
      waiting.add({ due, work });
      if (due < wakesAt) sleepUntil(due);
    },
    stop: async () => {
      isStopped = true;
      waiting.clear();
      if (timer) clearTimeout(timer);
      queue.clear();
      await queue.onIdle();
    },
  };
}
