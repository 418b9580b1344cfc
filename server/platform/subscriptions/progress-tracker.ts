import { type Position, startPosition } from '#domain/shared/decider.ts';

type Waiter = { position: Position; resolve: () => void };

const waitTimeoutMs = 2_000;

export type ProgressTracker = ReturnType<typeof createProgressTracker>;

/** The progress of the views, and the readers that wait for them. */
export function createProgressTracker() {
  const built = Promise.withResolvers<undefined>();
  let position = startPosition;
  let isBuilt = false;
  let waiting: Waiter[] = [];

  return {
    position: () => position,
    /** Resolves when readers see every view for the first time. */
    whenBuilt: built.promise,
    hasReached: (target: Position) => isBuilt && target <= position,
    hasWaiters: () => waiting.length > 0,
    /** Read, and not yet visible to readers. */
    recordRead: (until: Position) => {
      if (!isBuilt) position = until;
    },
    /** Visible to readers from now on. */
    recordApplied: (until: Position) => {
      if (!isBuilt || until > position) position = until;
      isBuilt = true;
      built.resolve(undefined);
      const reached = waiting.filter((waiter) => waiter.position <= until);
      waiting = waiting.filter((waiter) => waiter.position > until);
      for (const { resolve } of reached) resolve();
    },
    waitForProjections: (target: Position) =>
      new Promise<void>((resolve) => {
        if (isBuilt && target <= position) {
          resolve();
          return;
        }
        const late = setTimeout(() => finish(), waitTimeoutMs).unref();
        const waiter = { position: target, resolve: () => finish() };
        const finish = () => {
          clearTimeout(late);
          waiting = waiting.filter((other) => other !== waiter);
          resolve();
        };
        waiting.push(waiter);
      }),
  };
}
