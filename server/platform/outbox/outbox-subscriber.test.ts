import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { Fenced } from '#projections/store/port.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import { createTermCheckpoint, type TermCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import { appendEvents, startTestFeed } from '#server/platform/subscriptions/testing/feed-fixture.ts';
import { startOutboxSubscribers } from './message-delivery.ts';
import { createOutboxSubscriber } from './outbox-subscriber.ts';
import { createAdapter, createOutboxFixture, interceptRequests, type TestItem } from './suite/outbox-fixture.ts';

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

const openCheckpoint = () => {
  const events = { head: () => Promise.resolve(startPosition) };
  return createTermCheckpoint({ documents: fixture.documents, events }, 'mail');
};

/** One whose term has begun. */
const createSubscriber = async (buildItems: (event: StoredEvent) => TestItem[], save?: TermCheckpoint['save']) => {
  const subscriber = createOutboxSubscriber<string[]>({
    name: 'mail',
    handles: ['Counted'],
    collectMs: 0,
    checkpoint: { ...openCheckpoint(), ...(save && { save }) },
    outbox: fixture.outbox,
    buildItems: (event) => Promise.resolve(buildItems(event)),
    join: (first, next) => [...first, ...next],
  });
  await subscriber.checkpoint.load();
  return subscriber;
};

/** A leader that joins the items of all events. */
const beginTerm = async (save?: TermCheckpoint['save']) => {
  const leader = await createSubscriber(({ position }) => [fixture.item(position, { joinKey: 'ann' })], save);
  return { ...leader, put: (...numbers: number[]) => leader.handle(numbers.map(createEvent), stopped) };
};

/** Waits until a sender has looked for what is due at least twice. */
const waitForLooks = async () => {
  const before = requests.count;
  fixture.outbox.notify();
  await expect.poll(() => [requests.count > before + 3, requests.pending]).toEqual([true, 0]);
};

it('A replayed event causes its items once, joined to none that later events have joined', async () => {
  const subscriber = await createSubscriber(({ position }) => [fixture.item(position, { joinKey: 'ann' })]);
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
  const first = await beginTerm();
  await first.put(1);
  const ended = () => Promise.reject(new Error('The process ended'));
  await expect((await beginTerm(ended)).put(2)).rejects.toThrow('The process ended');
  fixture.start({}, undefined, first.findTerms);
  await waitForLooks();
  expect(fixture.sent).toEqual([]);
  const next = await beginTerm();
  await next.put(2);
  await fixture.waitUntilEmpty();
  expect(fixture.sent).toEqual([{ id: 'item-1', content: ['fact-1', 'fact-2'] }]);
});

describe('a former leader', () => {
  it('What a former leader has put and saves late is sent once, when the next leader has put it', async () => {
    const former = await beginTerm();
    fixture.start({}, undefined, former.findTerms);
    const leader = await beginTerm();
    await expect(former.put(1)).rejects.toBeInstanceOf(Fenced);
    await waitForLooks();
    expect(fixture.sent).toEqual([]);
    await leader.put(1);
    await fixture.waitUntilEmpty();
    expect(fixture.sent).toEqual([{ id: 'item-1', content: ['fact-1'] }]);
  });

  it('A former leader ends its work when the next one has begun', async () => {
    const log = openTemporaryLog();
    const feed = startTestFeed(log);
    const fenced = Promise.withResolvers<undefined>();
    const channels = [{ subscriber: await beginTerm(), adapter: createAdapter([]) }];
    startOutboxSubscribers(channels, feed.run, () => fenced.resolve(undefined));
    await expect.poll(async () => (await openCheckpoint().read()).term).toBe(2);
    await beginTerm();
    await appendEvents(log, 1);
    await fenced.promise;
    await feed.stop();
  });

  it('What a former leader puts late is not sent again, also when further leaders have begun', async () => {
    const former = await beginTerm();
    const leader = await beginTerm();
    fixture.start({}, undefined, leader.findTerms);
    await leader.put(1, 2);
    await fixture.waitUntilEmpty();
    const next = await beginTerm();
    // The sender of its process reads the checkpoint too.
    await former.findTerms(createEvent(2).position);
    await expect(former.put(1, 2)).rejects.toBeInstanceOf(Fenced);
    await next.put(3);
    await fixture.waitUntilEmpty();
    const sent = [
      { id: 'item-1', content: ['fact-1', 'fact-2'] },
      { id: 'item-3', content: ['fact-3'] },
    ];
    expect(fixture.sent).toEqual(sent);
    await expect(former.put(2)).rejects.toBeInstanceOf(Fenced);
    await fixture.waitUntilEmpty();
    expect(fixture.sent).toEqual(sent);
  });

  it('What a former leader puts late is not joined by what comes next', async () => {
    const former = await beginTerm();
    const leader = await beginTerm();
    const sender = fixture.start({}, undefined, leader.findTerms);
    await leader.put(1, 2);
    await fixture.waitUntilEmpty();
    await sender.stop();
    await expect(former.put(1, 2)).rejects.toBeInstanceOf(Fenced);
    await leader.put(3);
    expect((await fixture.list()).map(({ id, content }) => [id, content])).toEqual([['item-3', ['fact-3']]]);
  });

  it('What a former leader has put and saved is sent in the terms of the next ones', async () => {
    const former = await beginTerm();
    await former.put(1);
    await beginTerm();
    const leader = await beginTerm();
    fixture.start({}, undefined, leader.findTerms);
    await fixture.waitUntilEmpty();
    expect(fixture.sent).toEqual([{ id: 'item-1', content: ['fact-1'] }]);
  });

  it('What a former leader joins late to an item of the next one is in it once', async () => {
    const former = await beginTerm();
    const leader = await beginTerm();
    await leader.put(1);
    await expect(former.put(2)).rejects.toBeInstanceOf(Fenced);
    await leader.put(2);
    fixture.start({}, undefined, leader.findTerms);
    await fixture.waitUntilEmpty();
    expect(fixture.sent).toEqual([{ id: 'item-1', content: ['fact-1', 'fact-2'] }]);
  });

  it('What a former leader puts while the next one saves it is sent', async () => {
    const former = await beginTerm();
    const leader = await beginTerm(async (position, term) => {
      await expect(former.put(1)).rejects.toBeInstanceOf(Fenced);
      await openCheckpoint().save(position, term);
    });
    await leader.put(1);
    fixture.start({}, undefined, leader.findTerms);
    await fixture.waitUntilEmpty();
    expect(fixture.sent).toEqual([{ id: 'item-1', content: ['fact-1'] }]);
  });

  it('Items that no subscriber has put are sent whatever terms have ended', async () => {
    await fixture.outbox.put([fixture.item(1)]);
    const former = await beginTerm();
    await former.put(2);
    const leader = await beginTerm();
    await leader.put(3);
    await fixture.outbox.put([fixture.item(3, { id: 'receipt' })]);
    fixture.start({}, undefined, leader.findTerms);
    await fixture.waitUntilEmpty();
    expect(fixture.sent.map(({ id }) => id).toSorted()).toEqual(['item-1', 'item-2', 'receipt']);
  });
});

it('Events for 8,000 members reach a slow store in few requests, and join their waiting items many at a time', async () => {
  const memberCount = 8_000;
  const itemsPerEvent = 500;
  const subscriber = await createSubscriber(({ position }) => {
    const first = position * itemsPerEvent;
    return Array.from({ length: itemsPerEvent }, (_, index) =>
      fixture.item(first + index, { position, joinKey: `member-${(first + index) % memberCount}` }),
    );
  });
  requests = { count: 0, pending: 0, peak: 0 };
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
