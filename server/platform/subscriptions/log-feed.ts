import type { Position } from '#domain/shared/decider.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import { createSignal } from '#server/lib/signal.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import type { EventStore, StoredEvent, Subscription } from '#server/platform/event-store/port.ts';
import { createEventWindow, type DecryptEvents } from './event-window.ts';
import type { FailedEvent } from './failed-events.ts';
import { createReaderFactory } from './log-reader.ts';
import { runSubscriber } from './run-subscriber.ts';
import type { RunningSubscription, RunSubscriber, Subscriber } from './subscriber.ts';
import type { RunOptions } from './subscription-run.ts';

/** The one subscription of a process to the log, shared by all its subscribers. */
export type LogFeed = {
  run: RunSubscriber;
  head: EventStore['head'];
  /** As EventStore.readAll, decrypted as for subscribers. */
  readAll: EventStore['readAll'];
  /** An event that was set aside, decrypted. Throws where it is damaged. */
  find: (failed: FailedEvent) => Promise<StoredEvent>;
  /** What runs now. */
  list: () => RunningSubscription[];
  /** Stops all subscriptions. */
  stop: () => Promise<void>;
};

export type LogFeedDeps = RunOptions & {
  /** Whose head is only known once the log is trusted. */
  events: Pick<EventStore, 'head'>;
  /** Events as stored. */
  encryptedEvents: Pick<EventStore, 'read' | 'readAll' | 'subscribe'>;
  decrypt: DecryptEvents;
  maxBufferedEvents?: number;
};

const defaultMaxBufferedEvents = 5_000;

/** Subscribes to the log with the first subscriber, from its present head on, as soon as it is available. */
export function startLogFeed(deps: LogFeedDeps): LogFeed {
  const { events, encryptedEvents, decrypt } = deps;
  const stopped = new AbortController();
  const signal = createSignal();
  const running = new Set<RunningSubscription>();
  let opening: ReturnType<typeof openWindow> | null = null;
  const open = () => {
    opening ??= openWindow(deps, stopped.signal, signal.notify);
    opening.catch(() => undefined);
    return opening;
  };

  return {
    run: (subscriber) => {
      const source = {
        open: async () => {
          const { openReader } = await open();
          return (start: Position) => openReader(subscriber, start);
        },
        head: events.head,
        find: (failed: FailedEvent) => findEvent(deps, failed, subscriber),
        waitForEvents: signal.next,
        wake: signal.notify,
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
    find: async (failed) => {
      const event = await findEvent(deps, failed, {});
      if (event.damage !== undefined) throw new Error(event.damage.problem);
      return event;
    },
    list: () => [...running],
    stop: async () => {
      stopped.abort();
      await Promise.all(Array.from(running, ({ stop }) => stop()));
      const window = await opening?.catch(() => null);
      await window?.subscription.stop();
    },
  };
}

async function findEvent(
  { encryptedEvents, decrypt }: LogFeedDeps,
  { stream, position }: FailedEvent,
  { reads }: Pick<Subscriber, 'reads'>,
): Promise<StoredEvent> {
  const storedEvent = (await encryptedEvents.read(stream)).events.find((event) => event.position === position);
  const [event] = storedEvent === undefined || reads === 'encrypted' ? [storedEvent] : await decrypt([storedEvent]);
  if (event === undefined) throw new Error(`The log has no event ${position} in the stream ${stream}`);
  if (event.damage?.part === 'data') throw new Error(event.damage.problem);
  return event;
}

/** Waits for the log to be available, and fills a window from its head on. */
async function openWindow(
  { events, encryptedEvents, decrypt, log, maxBufferedEvents }: LogFeedDeps,
  stopped: AbortSignal,
  onEvents: () => void,
) {
  const isPermanent = (error: unknown) => error instanceof StoreDamaged;
  const head = await retryUntilStopped('read the end of the log', events.head, { log, stopped, isPermanent });
  if (head === null) throw new Error('The feed was stopped');
  const maxEvents = maxBufferedEvents ?? defaultMaxBufferedEvents;
  const window = createEventWindow(head, { maxEvents, decrypt });
  const subscription: Subscription = encryptedEvents.subscribe(head, (batch) => {
    window.push(batch);
    onEvents();
    return Promise.resolve();
  });
  return { subscription, openReader: createReaderFactory({ window, events: encryptedEvents, decrypt }) };
}
