import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import type { Metadata } from '#domain/shared/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { setUpForEach } from '#server/lib/testing/set-up.ts';
import { openEventStoreDb } from '../eventstoredb/eventstoredb.ts';
import { type EventStore, type NewEvent, noStream, type StoredEvent } from '../port.ts';
import { startFakeEventStoreDb } from './fake-eventstoredb-server/server.ts';

export type EventStoreDbFixture = Awaited<ReturnType<typeof startEventStoreDbFixture>>;

export const systemMetadata: Metadata = {
  actor: 'system',
  commandId: 'c',
  correlationId: 'c',
  at: '2026-01-01T00:00:00.000Z',
};
export const createHappenedEvents = (count: number, data: unknown = { n: 1 }): NewEvent[] =>
  Array.from({ length: count }, () => ({ id: randomUUID(), type: 'Happened', data }));

/** In ms: longer than a busy machine may stop this process. */
export const patientTimeouts = { answerMs: 60_000, call: 120_000 };

/** A fake server, the stores that are connected to it, and their logs. */
export async function startEventStoreDbFixture() {
  const double = await startFakeEventStoreDb();
  const stores: EventStore[] = [];
  const warnings: string[] = [];
  const errors: string[] = [];
  const lines = new Writable({
    write: (line: Buffer, _, done) => {
      const { level, msg } = JSON.parse(line.toString()) as { level: number; msg: string };
      (level === pino.levels.values['error'] ? errors : warnings).push(msg);
      done();
    },
  });
  const log = pino(lines);
  return {
    double,
    warnings,
    errors,
    open: (options: Parameters<typeof openEventStoreDb>[1] = {}, url = double.url) => {
      const store = openEventStoreDb(url, { log, timeouts: patientTimeouts, ...options });
      stores.push(store);
      return store;
    },
    end: async () => {
      double.faults.speak();
      await Promise.all(stores.map(({ close }) => close()));
      await double.close();
    },
  };
}

/** The same for each test of a file; it can be used once a test has begun. */
export function setUpEventStoreDb(): EventStoreDbFixture {
  return setUpForEach(startEventStoreDbFixture, ({ end }) => end());
}

/** The events that a subscription has delivered, in the order they were handled. */
export function createCollector() {
  const events: StoredEvent[] = [];
  return {
    ids: () => events.map(({ id }) => id),
    take: (batch: StoredEvent[]) => {
      events.push(...batch);
      return Promise.resolve();
    },
  };
}

/** Retries the same append, as a client does that was asked to come back later. */
export async function appendUntilWritten(store: EventStore, stream: string, events: NewEvent[], expected = noStream) {
  for (;;) {
    try {
      return await store.append(stream, events, expected, systemMetadata);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await setImmediate();
    }
  }
}
