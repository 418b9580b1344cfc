import { type Position, start } from '#domain/decider.ts';

type Waiter = { position: Position; resolve: () => void };

const patience = 2_000;

/** How far the views have come, and those who wait for them. */
export function progress() {
  let position = start;
  let isBuilt = false;
  let waiting: Waiter[] = [];

  return {
    position: () => position,
    /** Read, and not yet to be seen by readers. */
    read: (until: Position) => {
      position = until;
    },
    /** Readers see it from now on. */
    applied: (until: Position) => {
      position = until;
      isBuilt = true;
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
