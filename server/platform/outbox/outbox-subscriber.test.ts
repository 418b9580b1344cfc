import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createOutboxSubscriber } from './outbox-subscriber.ts';
import { createOutboxFixture, interceptRequests, type TestItem } from './suite/outbox-fixture.ts';

const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
const createEvent = (n: number): StoredEvent => {
  const position = n as Position; // a position of a log that is not there
  return { id: `e-${n}`, type: 'Counted', data: {}, stream: 's', revision: 0, position, metadata };
};
const { signal: stopped } = new AbortController();

let folder: string;
let fixture: ReturnType<typeof createOutboxFixture>;
/** Requests to the documents: how many in all, and the most that waited at once. */
let requests: { count: number; pending: number; peak: number };
beforeEach(() => {
  folder = createTestFolder();
  requests = { count: 0, pending: 0, peak: 0 };
  const documents = interceptRequests(openSqliteDocuments(join(folder, 'documents.sqlite')), async (work) => {
    requests.count += 1;
    requests.pending += 1;
    requests.peak = Math.max(requests.peak, requests.pending);
    return work().finally(() => (requests.pending -= 1));
  });
  fixture = createOutboxFixture(documents);
});
afterEach(() => fixture.close());

const createSubscriber = (buildItems: (event: StoredEvent) => TestItem[]) =>
  createOutboxSubscriber<string[]>({
    name: 'mail',
    handles: ['Counted'],
    collectMs: 0,
    checkpoint: { load: () => Promise.resolve(startPosition), save: () => Promise.resolve() },
    outbox: fixture.outbox,
    buildItems: (event) => Promise.resolve(buildItems(event)),
    join: (first, next) => [...first, ...next],
  });

it('A replayed event causes its items once, joined to none that later events have joined', async () => {
  const subscriber = createSubscriber(({ position }) => [fixture.item(position, { joinKey: 'ann' })]);
  await subscriber.handle([createEvent(2), createEvent(3)], stopped);
  for (let times = 0; times < 2; times += 1)
    await subscriber.replay?.(createEvent(1), { subscription: 'mail', stopped });
  const items = await fixture.list();
  expect(items.map(({ id, content }) => [id, content]).toSorted()).toEqual([
    ['item-1', ['fact-1']],
    ['item-2', ['fact-2', 'fact-3']],
  ]);
});

it('An event joined to a mail is in that one alone where the process ends before its checkpoint is saved', async () => {
  let saved = startPosition;
  let hasEnded = false;
  const createOne = () =>
    createOutboxSubscriber<string[]>({
      name: 'mail',
      handles: ['Counted'],
      collectMs: 0,
      checkpoint: {
        load: () => Promise.resolve(saved),
        save: (position) => (hasEnded ? Promise.reject(new Error('The process ended')) : save(position)),
      },
      outbox: fixture.outbox,
      buildItems: ({ position }) => Promise.resolve([fixture.item(position, { joinKey: 'ann' })]),
      join: (first, next) => [...first, ...next],
    });
  const save = (position: Position) => {
    saved = position;
    return Promise.resolve();
  };
  const first = createOne();
  await first.checkpoint.load();
  await first.handle([createEvent(1)], stopped);
  hasEnded = true;
  await expect(first.handle([createEvent(2)], stopped)).rejects.toThrow('The process ended');

  fixture.setCheckpoint(saved);
  const sender = fixture.start();
  hasEnded = false;
  const next = createOne();
  await next.checkpoint.load();
  // The sender looks for what is due at least twice.
  const before = requests.count;
  fixture.advance(60_000);
  fixture.outbox.notify();
  await expect.poll(() => [requests.count > before + 3, requests.pending]).toEqual([true, 0]);
  expect(fixture.sent).toEqual([]);
  await next.handle([createEvent(2)], stopped);
  fixture.setCheckpoint(await next.savedPosition(startPosition));
  await fixture.waitUntilEmpty();
  await sender.stop();
  expect(fixture.sent).toEqual([{ id: 'item-1', content: ['fact-1', 'fact-2'] }]);
});

it('Events for 8,000 members reach a slow store in few requests, and join their waiting items many at a time', async () => {
  const memberCount = 8_000;
  const itemsPerEvent = 500;
  const subscriber = createSubscriber(({ position }) => {
    const first = position * itemsPerEvent;
    return Array.from({ length: itemsPerEvent }, (_, index) =>
      fixture.item(first + index, { position, joinKey: `member-${(first + index) % memberCount}` }),
    );
  });
  const events = Array.from({ length: memberCount / itemsPerEvent }, (_, n) => createEvent(n + 1));
  await subscriber.handle(events, stopped);
  expect(requests.count).toBeLessThanOrEqual(50);
  requests = { count: 0, pending: 0, peak: 0 };
  await subscriber.handle(
    events.map((_event, n) => createEvent(events.length + n + 1)),
    stopped,
  );
  expect(requests.peak).toBe(50);
  expect(requests.count).toBeLessThanOrEqual(memberCount + 50);
});
