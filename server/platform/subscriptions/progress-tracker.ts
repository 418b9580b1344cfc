import { type Position, startPosition } from '#domain/shared/decider.ts';
import { createTimer } from '#server/lib/delay.ts';

type Waiter = { position: Position; resolve: () => void };

const waitTimeoutMs = 2_000;

export type ProgressTracker = ReturnType<typeof createProgressTracker>;

/** The progress of the views, and the readers that wait for them. */
export function createProgressTracker() {
  const built = Promise.withResolvers<undefined>();
  let position = startPosition;
  let isStarted = false;
  let switches = 0;
  let waiting: Waiter[] = [];

  return {
    position: () => position,
    /** Changes whenever readers may see something else. */
    version: () => `${position}/${switches}`,
    /** Resolves when readers see every view for the first time. */
    whenBuilt: built.promise,
    recordBuilt: () => built.resolve(undefined),
    /** Readers see another version of a view from now on. */
    recordSwitch: () => {
      switches += 1;
    },
    hasReached: (target: Position) => isStarted && target <= position,
    hasWaiters: () => waiting.length > 0,
    /** Read, and not yet visible to readers. */
    recordRead: (until: Position) => {
      if (!isStarted) position = until;
    },
    /** Visible to readers from now on. */
    recordApplied: (until: Position) => {
      if (!isStarted || until > position) position = until;
      isStarted = true;
      const reached = waiting.filter((waiter) => waiter.position <= until);
      waiting = waiting.filter((waiter) => waiter.position > until);
      for (const { resolve } of reached) resolve();
    },
    waitForProjections: (target: Position) =>
      new Promise<void>((resolve) => {
        if (isStarted && target <= position) {
          resolve();
          return;
        }
        const finish = () => {
          late.stop();
          waiting = waiting.filter((other) => other !== waiter);
          resolve();
        };
        const waiter = { position: target, resolve: finish };
        const late = createTimer(finish);
        late.start(waitTimeoutMs);
        waiting.push(waiter);
      }),
  };
}
