import { type Position, startPosition } from '#domain/shared/decider.ts';
import { createTimer } from '#server/lib/delay.ts';

type Waiter = { position: Position; views?: readonly string[] | undefined; resolve: () => void };

/** In ms. */
export const waitTimeoutMs = 2_000;

export type ProgressTracker = ReturnType<typeof createProgressTracker>;

/** The progress of the views, and the readers that wait for them. */
export function createProgressTracker() {
  const viewsBuilt = Promise.withResolvers<undefined>();
  let position = startPosition;
  let isStarted = false;
  let switches = 0;
  let waiting: Waiter[] = [];

  const hasReached = (target: Position) => isStarted && target <= position;
  const resolveWhere = (isReached: (waiter: Waiter) => boolean) => {
    const reachedWaiters = waiting.filter(isReached);
    waiting = waiting.filter((waiter) => !reachedWaiters.includes(waiter));
    for (const { resolve } of reachedWaiters) resolve();
  };

  return {
    position: () => position,
    /** Changes whenever readers may see something else. */
    version: () => `${position}/${switches}`,
    /** Resolves when readers see every view for the first time. */
    whenBuilt: viewsBuilt.promise,
    recordBuilt: () => viewsBuilt.resolve(undefined),
    /** Readers see another version of a view from now on. */
    recordSwitch: () => {
      switches += 1;
    },
    hasReached,
    hasWaiters: () => waiting.length > 0,
    /** Read, and not yet visible to readers. */
    recordRead: (until: Position) => {
      if (!isStarted) position = until;
    },
    /** Visible to readers from now on. */
    recordApplied: (until: Position) => {
      if (!isStarted || until > position) position = until;
      isStarted = true;
      resolveWhere((waiter) => waiter.position <= until);
    },
    /** How far each view is; those who wait for some of them need not wait for the others. */
    recordCheckpoints: (checkpoints: ReadonlyMap<string, Position>) => {
      resolveWhere(
        ({ views, position: target }) =>
          views?.every((view) => (checkpoints.get(view) ?? startPosition) >= target) ?? false,
      );
    },
    waitForProjections: (target: Position, views?: readonly string[]) =>
      new Promise<void>((resolve) => {
        if (hasReached(target)) {
          resolve();
          return;
        }
        const finish = () => {
          late.stop();
          waiting = waiting.filter((other) => other !== waiter);
          resolve();
        };
        const waiter = { position: target, views, resolve: finish };
        const late = createTimer(finish);
        late.start(waitTimeoutMs);
        waiting.push(waiter);
      }),
  };
}
