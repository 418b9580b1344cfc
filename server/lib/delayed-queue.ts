import PQueue from 'p-queue';
import type { Clock } from './clock.ts';

export type DelayedQueue = {
  /** Runs `work` once it is `due` (ms since 1970). `work` handles its own errors. */
  schedule: (due: number, work: () => Promise<void>) => void;
  /** Drops tasks that have not begun; resolves when the running ones have ended. */
  stop: () => Promise<void>;
};

type DelayedTask = { due: number; work: () => Promise<void> };

/** In ms. The clock is checked at this interval, as it may be set and a machine may sleep. */
const maxSleepMs = 1_000;

/** Runs tasks when they are due, at most `concurrency` of them concurrently. */
export function createDelayedQueue({ concurrency, clock }: { concurrency: number; clock: Clock }): DelayedQueue {
  const queue = new PQueue({ concurrency });
  const waiting = new Set<DelayedTask>();
  let timer: NodeJS.Timeout | null = null;
  let nextWakeMs = Number.POSITIVE_INFINITY;
  let isStopped = false;

  const sleepUntil = (due: number) => {
    if (timer) clearTimeout(timer);
    nextWakeMs = due;
    timer = setTimeout(startDueTasks, Math.min(maxSleepMs, Math.max(0, due - clock().getTime()))).unref();
  };
  const startDueTasks = () => {
    const now = clock().getTime();
    let next = Number.POSITIVE_INFINITY;
    timer = null;
    nextWakeMs = next;
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
    schedule: (due, work) => {
      if (isStopped) return;
      waiting.add({ due, work });
      if (due < nextWakeMs) sleepUntil(due);
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
