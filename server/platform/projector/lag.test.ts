import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { openEventStoreDb } from '#server/platform/event-store/eventstoredb/eventstoredb.ts';
import { noStream } from '#server/platform/event-store/port.ts';
import { createCountedEvents, metadata } from '#server/platform/event-store/testing/suite-fixtures.ts';
import { startFakeEventStoreDb } from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { measureLag } from './lag.ts';

it.each([3, 1_200])(
  'The lag of %d events in EventStoreDB, whose positions count bytes, is measured in events',
  async (count) => {
    const double = await startFakeEventStoreDb();
    const store = openEventStoreDb(double.url);
    try {
      await store.append(`thing-${randomUUID()}`, createCountedEvents(count), noStream, metadata);
      const { events, head, position } = await measureLag(store, startPosition);
      expect(head - position).toBeGreaterThan(count * 10);
      expect(Math.abs(events - count)).toBeLessThanOrEqual(count / 10);
      expect((await measureLag(store, head)).events).toBe(0);
    } finally {
      await store.close();
      await double.close();
    }
  },
);
