import type { Logger } from 'pino';
import { Fenced, StoreUnavailable } from '#projections/store/port.ts';
import { delay } from '#server/lib/delay.ts';
import { computeBackoffMs } from '#server/lib/retry.ts';
import { ConcurrencyError } from '#server/platform/commands/command-handler.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { FailedEventInput } from './failed-events.ts';
import type { Subscriber } from './subscriber.ts';

type HandleOptions = {
  log: Pick<Logger, 'warn' | 'error'>;
  stopped: AbortSignal;
  /** Records an event that failed three times, durably. */
  setAside: (failed: FailedEventInput) => Promise<void>;
  /** Called before each pause. */
  onRetry: () => void;
};

const maxTries = 3;

/**
 * Handles a batch. Where it fails, its events are handled one by one, and one that fails three times is set aside.
 * Throws Fenced, and the reason of `stopped`.
 */
export async function handleBatch(subscriber: Subscriber, events: StoredEvent[], options: HandleOptions) {
  if (subscriber.onFailedEvent === 'stop') {
    await tryToHandle(subscriber, events, { ...options, tries: Number.POSITIVE_INFINITY });
    return;
  }
  if (events.length > 1 && (await tryToHandle(subscriber, events, { ...options, tries: 1 })) === null) return;
  for (const event of events) {
    const failure = await tryToHandle(subscriber, [event], { ...options, tries: maxTries });
    if (failure !== null) await setAside(subscriber, event, failure.error, options);
  }
}

type TryOptions = HandleOptions & { tries: number };

/** Null once it is handled; else the error of the last try. An unavailable store does not count as a try. */
async function tryToHandle(
  { name, handle }: Subscriber,
  events: StoredEvent[],
  { tries, ...options }: TryOptions,
): Promise<{ error: unknown } | null> {
  let left = tries;
  for (let failures = 1; ; failures += 1) {
    try {
      await handle(events, options.stopped);
      return null;
    } catch (error) {
      if (error instanceof Fenced) throw error;
      options.stopped.throwIfAborted();
      if (!isTransient(error)) left -= 1;
      if (left <= 0) return { error };
      const [first, last] = [events[0]?.position, events.at(-1)?.position];
      options.log.warn({ err: error, subscription: name, first, last }, 'Failed to handle events; trying again');
      await pause(failures, options);
    }
  }
}

async function setAside({ name, skip }: Subscriber, event: StoredEvent, reason: unknown, options: HandleOptions) {
  for (let failures = 1; ; failures += 1) {
    try {
      await options.setAside({ subscription: name, event, error: reason });
      skip?.(event);
      return;
    } catch (error) {
      if (error instanceof Fenced) throw error;
      const { position, type } = event;
      options.log.error({ err: error, subscription: name, position, type }, 'Failed to set an event aside');
      await pause(failures, options);
    }
  }
}

async function pause(failures: number, { stopped, onRetry }: HandleOptions) {
  onRetry();
  await delay(computeBackoffMs(failures), stopped);
  stopped.throwIfAborted();
}

function isTransient(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof ConcurrencyError;
}
