import type { Position } from '#domain/shared/decider.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { repeatUntilStopped } from '#server/lib/scheduler.ts';
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
  let position = after;

  const handleNext = async () => {
    const notified = signal.next();
    const events = await read(position);
    const last = events.at(-1);
    if (last) await handle(events);
    else await notified;
    position = last?.position ?? position;
    await yieldToEventLoop();
  };
  const done = repeatUntilStopped(stopped.signal, () =>
    retryUntilStopped('handle events', handleNext, { stopped: stopped.signal }),
  );
  return {
    wake: signal.notify,
    stop: () => {
      stopped.abort();
      signal.notify();
      return done;
    },
  };
}
