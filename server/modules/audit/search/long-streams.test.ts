import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toPosition } from '#domain/shared/decider.ts';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { createTestHistory } from '../testing/history-fixture.ts';
import { allEvents } from './history-query.ts';
import type { HistoryReader } from './history-reader.ts';

const size = 3_000;
const eventsPerAppend = 500;
const eventsPerActivation = 100;
const wholeLog = { before: Infinity, after: -Infinity };
let folder: string;
let events: EventStore;
let views: LeasedViewStore;
let reader: HistoryReader;
let stop: () => Promise<void>;
let readCount = 0;

beforeEach(async () => {
  folder = createTestFolder();
  views = openSqliteViewStore(join(folder, 'history.sqlite'));
  const store = openSqliteEventStore(join(folder, 'events.sqlite'));
  const read = async (...asked: [stream: string, from?: number, limit?: number]) => {
    const slice = await store.read(...asked);
    readCount += slice.events.length;
    return slice;
  };
  events = { ...store, read };
  const made = createTestHistory({ events, views });
  ({ reader } = made);
  const projector = made.start();
  ({ stop } = projector);
  await projector.ready;
  const at = new Date(Date.UTC(2026, 0, 1)).toISOString();
  const metadata = { actor: 'ann', commandId: randomUUID(), correlationId: 'c', at };
  for (let revision = 0; revision < size; revision += eventsPerAppend) {
    const changes = Array.from({ length: eventsPerAppend }, (_, n) => ({
      id: randomUUID(),
      type: n % eventsPerActivation === 0 ? 'MembershipActivated' : 'FiltersUpdated',
      data: { userId: 'ann', changes: { maxPrice: n } },
    }));
    await events.append('user-ann', changes, revision - 1, metadata);
  }
  await expect.poll(() => reader.count()).toBe(size);
  readCount = 0;
});
afterEach(async () => {
  await stop();
  await Promise.all([events.close(), views.close()]);
});

const countFound = async (filters: Partial<typeof allEvents>, limit: number, before: number) => {
  const page = await reader.page({ ...allEvents, ...filters }, { before, after: -Infinity }, limit);
  return page.events.length;
};

it('Of a long stream, a page reads only the events that it shows', async () => {
  expect(await countFound({ stream: 'user-ann' }, 10, 100)).toBe(10);
  expect(readCount).toBe(11);
});

it('Of a long stream, events that are far apart are read without those between them', async () => {
  expect(await countFound({ types: ['MembershipActivated'] }, 100, Infinity)).toBe(size / eventsPerActivation);
  expect(readCount).toBe(size / eventsPerActivation);
});

it('Of a long stream, a single event is read alone', async () => {
  expect((await reader.findAt(toPosition(50)))?.revision).toBe(49);
  expect(readCount).toBe(1);
});

it('All pages of a long stream read each event once', async () => {
  let count = 0;
  for await (const page of reader.pages({ ...allEvents, person: 'ann' }, wholeLog)) count += page.length;
  expect([count, readCount]).toEqual([size, size]);
});
