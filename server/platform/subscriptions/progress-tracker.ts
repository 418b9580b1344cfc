import { type Position, startPosition } from '#domain/shared/decider.ts';
import { getBaseName } from '#projections/store/part-name.ts';
import { createTimer } from '#server/lib/delay.ts';

type Views = readonly string[] | undefined;
type Waiter = { position: Position; views: Views; resolve: () => void };

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
  const ofViews = createViewPositions();
  const hasReached = (target: Position, views?: Views): boolean =>
    (isStarted && target <= position) || (views?.every((view) => ofViews.hasReached(view, target)) ?? false);
  const resolveReached = () => {
    const reached = new Set(waiting.filter((waiter) => hasReached(waiter.position, waiter.views)));
    waiting = waiting.filter((waiter) => !reached.has(waiter));
    for (const { resolve } of reached) resolve();
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
      if (isStarted && until <= position) return;
      position = until;
      isStarted = true;
      resolveReached();
    },
    /** How far some views are; those who wait for these need not wait for the others. */
    recordCheckpoints: (checkpoints: Iterable<[string, Position]>) => {
      ofViews.record(checkpoints);
      resolveReached();
    },
    waitForProjections: (target: Position, views?: Views) =>
      new Promise<boolean>((resolve) => {
        if (hasReached(target, views)) {
          resolve(true);
          return;
        }
        const finish = () => {
          late.stop();
          waiting = waiting.filter((other) => other !== waiter);
          resolve(hasReached(target, views));
        };
        const waiter = { position: target, views, resolve: finish };
        const late = createTimer(finish);
        late.start(waitTimeoutMs);
        waiting.push(waiter);
      }),
  };
}

/** How far each view is; one in parts is where the last of them is. */
function createViewPositions() {
  const byView = new Map<string, Position>();
  return {
    record: (checkpoints: Iterable<[string, Position]>) => {
      for (const [view, at] of checkpoints) byView.set(view, at);
    },
    hasReached: (view: string, target: Position): boolean => {
      const parts = [...byView].filter(([name]) => name === view || getBaseName(name) === view);
      return parts.length > 0 && parts.every(([, at]) => at >= target);
    },
  };
}
