import { randomUUID } from 'node:crypto';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { FailedEventInput } from '../failed-events.ts';
import { type LogFeedDeps, startLogFeed } from '../log-feed.ts';
import type { Subscriber } from '../subscriber.ts';

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined, fatal: () => undefined };

type TestFeedOptions = Partial<LogFeedDeps> & { failed?: string[] };

/** A feed of a log without personal data; the ids of events that it sets aside are added to `failed`. */
export function startTestFeed(events: EventStore, { failed = [], ...options }: TestFeedOptions = {}) {
  // The feed sets whole events aside.
  const setAside = ({ event }: FailedEventInput) => Promise.resolve(void failed.push((event as StoredEvent).id));
  const decrypt = (some: StoredEvent[]) => Promise.resolve(some);
  return startLogFeed({ events, encryptedEvents: events, decrypt, setAside, log: silentLog, ...options });
}

/** Appends events of one type, each to a stream of its own. Resolves to their ids. */
export async function appendEvents(events: EventStore, count: number, type = 'Counted'): Promise<string[]> {
  const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: new Date().toISOString() };
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) await events.append(`s-${id}`, [{ id, type, data: {} }], -1, metadata);
  return ids;
}

/** A subscriber that records the ids of its events, and a checkpoint that outlives it. */
export function createRecorder(overrides: Partial<Subscriber> = {}) {
  const ids: string[] = [];
  const sizes: number[] = [];
  const saved: { position: Position } = { position: startPosition };
  const subscriber: Subscriber = {
    name: 'recorder',
    handle: (events: StoredEvent[]) => {
      sizes.push(events.length);
      for (const { id } of events) ids.push(id);
      return Promise.resolve();
    },
    checkpoint: {
      load: () => Promise.resolve(saved.position),
      save: (position) => {
        saved.position = position;
        return Promise.resolve();
      },
      intervalMs: 5,
    },
    ...overrides,
  };
  return { subscriber, ids, sizes, saved };
}

/** Runs a subscriber until it has handled the log, and stops it. */
export async function runToHead(events: EventStore, subscriber: Subscriber): Promise<void> {
  const feed = startTestFeed(events);
  await feed.run(subscriber).ready;
  await feed.stop();
}
