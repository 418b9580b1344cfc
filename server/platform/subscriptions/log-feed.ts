import type { Position } from '#domain/shared/decider.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import type { EventStore, Subscription } from '#server/platform/event-store/port.ts';
import { createEventWindow, type DecryptEvents } from './event-window.ts';
import { createLogReader, type LogReader } from './log-reader.ts';
import { type RunOptions, runSubscriber } from './run-subscriber.ts';
import type { RunningSubscription, RunSubscriber, Subscriber } from './subscriber.ts';

/** The one subscription of a process to the log, shared by all its subscribers. */
export type LogFeed = {
  run: RunSubscriber;
  head: EventStore['head'];
  /** As EventStore.readAll, decrypted as for subscribers. */
  readAll: EventStore['readAll'];
  /** What runs now. */
  list: () => RunningSubscription[];
  /** Stops all subscriptions. */
  stop: () => Promise<void>;
};

export type LogFeedDeps = RunOptions & {
  /** Whose head is only known once the log is trusted. */
  events: Pick<EventStore, 'head'>;
  /** Events as stored. */
  encryptedEvents: Pick<EventStore, 'readAll' | 'subscribe'>;
  decrypt: DecryptEvents;
  maxBufferedEvents?: number;
};

const defaultMaxBufferedEvents = 5_000;

/** Subscribes to the log from its present head on, as soon as it is available. */
export function startLogFeed(deps: LogFeedDeps): LogFeed {
  const { events, encryptedEvents, decrypt, log } = deps;
  const { maxBufferedEvents: maxEvents = defaultMaxBufferedEvents } = deps;
  const stopped = new AbortController();
  const signal = createSignal();
  const running = new Set<RunningSubscription>();
  const readers = new Set<LogReader>();
  let subscription: Subscription | null = null;

  const begin = async () => {
    const options = { log, stopped: stopped.signal, isPermanent };
    const head = await retryUntilStopped('read the end of the log', events.head, options);
    if (head === null) throw new Error('The feed was stopped');
    const window = createEventWindow(head, { maxEvents, decrypt });
    subscription = encryptedEvents.subscribe(head, (batch) => {
      window.push(batch);
      signal.ring();
      return Promise.resolve();
    });
    return window;
  };
  const opened = begin();
  opened.catch(() => undefined);

  const createReader = (window: Awaited<typeof opened>, subscriber: Subscriber, start: Position): LogReader => {
    const trim = () => {
      const positions = Array.from(readers, (reader) => reader.position()).filter(window.contains);
      if (positions.length > 0) window.trim(Math.min(...positions) as Position); // the least of positions is one of them
    };
    const onClose = (reader: LogReader) => readers.delete(reader);
    const reader = createLogReader(
      { window, events: encryptedEvents, decrypt, onAdvance: trim, onClose },
      subscriber,
      start,
    );
    readers.add(reader);
    return reader;
  };

  return {
    run: (subscriber) => {
      const source = {
        open: async () => {
          const window = await opened;
          return (start: Position) => createReader(window, subscriber, start);
        },
        head: events.head,
        waitForEvents: signal.next,
        wake: signal.ring,
      };
      const started = runSubscriber(subscriber, source, deps);
      const stop = async () => {
        running.delete(tracked);
        await started.stop();
      };
      const tracked = { ...started, stop };
      running.add(tracked);
      return tracked;
    },
    head: events.head,
    readAll: async (after, limit) => decrypt(await encryptedEvents.readAll(after, limit)),
    list: () => [...running],
    stop: async () => {
      stopped.abort();
      await Promise.all(Array.from(running, ({ stop }) => stop()));
      await opened.catch(() => null);
      await subscription?.stop();
    },
  };
}

function createSignal() {
  let { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    next: (): Promise<unknown> => promise,
    ring: () => {
      resolve(undefined);
      ({ promise, resolve } = Promise.withResolvers<undefined>());
    },
  };
}

function isPermanent(error: unknown): boolean {
  return error instanceof StoreDamaged;
}
