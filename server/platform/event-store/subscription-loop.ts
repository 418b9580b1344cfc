import { setImmediate } from 'node:timers/promises';
import type { Position } from '#domain/shared/decider.ts';
import { delay } from '#server/lib/delay.ts';
import { computeBackoffMs } from '#server/lib/retry.ts';
import { createSignal } from '#server/lib/signal.ts';
import type { StoredEvent, Subscription } from './port.ts';

type SubscriptionLoopOptions = {
  after: Position;
  read: (after: Position) => Promise<StoredEvent[]>;
  handle: (events: StoredEvent[]) => Promise<void>;
};
/** `wake` signals that there may be more to read. */
type WakeableSubscription = Subscription & { wake: () => void };

/** A subscription to a log that can be read from a position and that signals when it has grown. */
export function runSubscription({ after, read, handle }: SubscriptionLoopOptions): WakeableSubscription {
  const stopped = new AbortController();
  const signal = createSignal();

  const batches = async () => {
    let position = after;
    let failures = 0;
    while (!stopped.signal.aborted) {
      try {
        const notified = signal.next();
        const events = await read(position);
        const last = events.at(-1);
        if (last) await handle(events);
        else await notified;
        position = last?.position ?? position;
        failures = 0;
        await setImmediate();
      } catch {
        failures += 1;
        await delay(computeBackoffMs(failures), stopped.signal);
      }
    }
  };

  const done = batches();
  return {
    wake: signal.notify,
    stop: () => {
      stopped.abort();
      signal.notify();
      return done;
    },
  };
}
