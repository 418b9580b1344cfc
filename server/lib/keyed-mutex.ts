import { withTimeout } from './delay.ts';

export type KeyedMutex = ReturnType<typeof createKeyedMutex>;

/**
 * Runs tasks of the same key one after the other in the order of the calls, and tasks of other keys concurrently. With
 * `maxWaitMs` a task waits at most that long for the tasks before it.
 */
export function createKeyedMutex({ maxWaitMs }: { maxWaitMs?: number } = {}) {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key);
    const current = before === undefined ? work() : waitForEnd(before, maxWaitMs).then(work);
    last.set(key, current);
    const cleanUp = () => {
      if (last.get(key) === current) last.delete(key);
    };
    current.then(cleanUp, cleanUp);
    return current;
  };
}

/** Resolves when a task has ended in any way, or after `maxWaitMs`. */
function waitForEnd(work: Promise<unknown>, maxWaitMs: number | undefined): Promise<unknown> {
  const ended = work.catch(() => undefined);
  return maxWaitMs === undefined ? ended : withTimeout(ended, maxWaitMs, () => undefined);
}
