import { delay } from '#server/lib/delay.ts';
import type { Subscriber } from '#server/platform/subscriptions/subscriber.ts';

/** At least this many events at once are a backlog, which is handled with pauses of this many times the work. */
const backlogSize = 400;
const pauseFactor = 6;

/** No command waits for these effects: in a backlog, appends and reads take precedence. */
export function withBacklogPauses(handle: Subscriber['handle']): Subscriber['handle'] {
  return async (batch, stopped) => {
    const began = performance.now();
    await handle(batch, stopped);
    if (batch.length >= backlogSize) await delay((performance.now() - began) * pauseFactor, stopped);
  };
}
