import { type Position, start } from '#domain/shared/decider.ts';

type Waiter = { position: Position; resolve: () => void };

const patience = 2_000;

export type Progress = ReturnType<typeof progress>;

/** How far the views have come, and those who wait for them. */
export function progress() {
  const built = Promise.withResolvers<undefined>();
  let position = start;
  let isBuilt = false;
  let waiting: Waiter[] = [];

  return {
    position: () => position,
    /** Resolves when readers see every view for the first time. */
    built: built.promise,
    has: (wanted: Position) => isBuilt && wanted <= position,
    isAwaited: () => waiting.length > 0,
    /** Read, and not yet to be seen by readers. */
    read: (until: Position) => {
      if (!isBuilt) position = until;
    },
    /** Readers see it from now on. */
    applied: (until: Position) => {
      if (!isBuilt || until > position) position = until;
      isBuilt = true;
      built.resolve(undefined);
      const reached = waiting.filter((waiter) => waiter.position <= until);
      waiting = waiting.filter((waiter) => waiter.position > until);
      for (const { resolve } of reached) resolve();
    },
    caughtUp: (wanted: Position) =>
      new Promise<void>((resolve) => {
        if (isBuilt && wanted <= position) {
          resolve();
          return;
        }
        const late = setTimeout(() => settle(), patience).unref();
        const waiter = { position: wanted, resolve: () => settle() };
        const settle = () => {
          clearTimeout(late);
          waiting = waiting.filter((other) => other !== waiter);
          resolve();
        };
        waiting.push(waiter);
      }),
  };
}
