import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alertStream, listingStream } from '#domain/event-catalog/streams.ts';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import { listShards, ownsMember, type Shard, wholeMatcher } from '#domain/matching/shards.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { createMemberIndex } from '../member-index/members.ts';
import { createMatchingCheckpoint } from '../member-index/matching-checkpoint.ts';
import { readAlertBatches } from './alert-batches.ts';
import { type MatchingWorker, startMatchingWorker } from './matching-worker.ts';
import { crashAfter } from './testing/crash-after.ts';
import { sampleFacts } from './testing/sample-listing.ts';
import { openTestStores, type TestStores } from './testing/test-stores.ts';

const zipCode = '48201';
const memberCount = 40;

describe('shards of the matching', () => {
  let testStores: TestStores;
  let running: MatchingWorker[];
  let near: string[];
  beforeEach(async () => {
    testStores = await openTestStores();
    testStores.setClock('2026-03-10T15:00:00.000Z');
    running = [];
    near = await Promise.all(Array.from({ length: memberCount }, () => testStores.member({ zipCode })));
    await createMatchingCheckpoint(testStores, wholeMatcher).load();
    await testStores.waitForViews();
  });
  afterEach(async () => {
    await stopAll();
    await testStores.close();
  });

  /** As in a process of its own. */
  const start = async (shard: Shard, stores = testStores) => {
    const handle = createCommandHandler(stores.events, stores.clock);
    const members = createMemberIndex(stores.gazetteer, shard);
    const worker = await startMatchingWorker({ ...stores, handle, members }, stores.run);
    running.push(worker);
    return worker;
  };
  const startAll = async (count: number) => {
    const workers = await Promise.all(listShards(count).map((shard) => start(shard)));
    await Promise.all(workers.map(({ ready }) => ready));
  };
  const stopAll = async () => {
    await Promise.all(running.splice(0).map((worker) => worker.stop()));
  };
  const waitUntilMatched = async () => {
    const head = await testStores.events.head();
    await expect.poll(() => running.every(({ position }) => position() >= head), { interval: 5 }).toBe(true);
  };
  const tell = (listingId: string, command: ListingCommand) =>
    testStores.handle(listing, listingStream(listingId), command, { actor: 'intake:county', commandId: randomUUID() });
  const find = async (price = 40_000) => {
    const listingId = randomUUID();
    await tell(listingId, { type: 'Find', data: { listingId, ...sampleFacts, price } });
    return listingId;
  };
  /** Each alert that a member got of a listing: the id and the price, in the order of the ids. */
  const listAlerts = async (listingId: string) => {
    const delivered = await testStores.listEvents('AlertsDelivered');
    const ofListing = delivered.filter(({ data }) => data.listingId === listingId);
    return ofListing
      .flatMap(({ data }) => data.members.map(({ userId }) => `${userId} ${data.listing.price}`))
      .toSorted();
  };
  const once = (userIds: string[], price = 40_000) => userIds.map((userId) => `${userId} ${price}`).toSorted();

  it('Four shards alert each member of a listing and of its price drop once, in streams without a gap', async () => {
    await startAll(4);
    for (let n = 0; n < 8; n += 1) near.push(await testStores.member({ zipCode }));
    const listingId = await find();
    await tell(listingId, { type: 'Reprice', data: { listingId, price: 30_000 } });
    await waitUntilMatched();
    expect(await listAlerts(listingId)).toEqual([...once(near), ...once(near, 30_000)].toSorted());
    const batches = await readAlertBatches(testStores.events, listingId);
    expect(batches.flatMap(({ members }) => members)).toHaveLength(2 * near.length);
    for (const { members } of batches) {
      const [first = ''] = members;
      const owner = listShards(4).find((shard) => ownsMember(shard, first)) ?? wholeMatcher;
      expect(members.filter((userId) => ownsMember(owner, userId))).toEqual(members);
    }
  });

  it('Processes with different numbers of shards that run at the same time alert each member once', async () => {
    await startAll(4);
    await startAll(3);
    await startAll(1);
    await startAll(4);
    const listingIds = [await find(), await find(), await find()];
    await waitUntilMatched();
    for (const listingId of listingIds) expect(await listAlerts(listingId)).toEqual(once(near));
  });

  it('A shard opens the alerts of a process with another number of shards, and none of another shard', async () => {
    const [first = wholeMatcher, second = wholeMatcher] = listShards(2);
    const [ofThree = wholeMatcher] = listShards(3);
    const listingIds: string[] = [];
    for (const shard of [first, ofThree]) {
      await start(shard);
      listingIds.push(await find());
      await waitUntilMatched();
      await stopAll();
    }
    const opened: string[] = [];
    const read = async (stream: string) => {
      opened.push(stream);
      return testStores.events.read(stream);
    };
    await start(second, { ...testStores, events: { ...testStores.events, read } });
    await waitUntilMatched();
    const [ofShard = '', ofOther = ''] = listingIds;
    expect(opened).not.toContain(alertStream(ofShard, 0));
    expect(opened).toContain(alertStream(ofOther, 0));
    const due = (shard: Shard) => near.filter((userId) => ownsMember(shard, userId) || ownsMember(second, userId));
    expect(await listAlerts(ofShard)).toEqual(once(near));
    expect(await listAlerts(ofOther)).toEqual(once(due(ofThree)));
  });

  it('Shards whose number changes between runs match what came in between, and nothing twice', async () => {
    const listingIds: string[] = [];
    for (const count of [1, 4, 3, 16, 1, 4]) {
      listingIds.push(await find());
      await startAll(count);
      listingIds.push(await find());
      await waitUntilMatched();
      await stopAll();
    }
    const writtenCount = (await testStores.listEvents('AlertsMatched')).length;
    for (const listingId of listingIds) expect(await listAlerts(listingId)).toEqual(once(near));
    await startAll(2);
    expect(await testStores.listEvents('AlertsMatched')).toHaveLength(writtenCount);
  });

  it.each(['lost', 'unheard'] as const)(
    'A shard that is killed at any write beside others leaves no member without an alert, and none with two, the last write %s',
    async (lastWrite) => {
      const [killed = wholeMatcher, ...others] = listShards(4);
      await Promise.all(others.map((shard) => start(shard)));
      for (let k = 0, wasKilled = true; wasKilled; k += 1) {
        const { stores, died, hasDied } = crashAfter(testStores, k, lastWrite);
        const dying = await start(killed, stores);
        await dying.ready;
        const listingId = await find();
        await tell(listingId, { type: 'Reprice', data: { listingId, price: 30_000 } });
        await Promise.race([died, waitUntilMatched()]);
        wasKilled = hasDied();
        running.splice(running.indexOf(dying), 1);
        await dying.stop().catch(() => undefined);
        const next = await start(killed);
        await next.ready;
        await waitUntilMatched();
        expect(await listAlerts(listingId)).toEqual([...once(near), ...once(near, 30_000)].toSorted());
        running.splice(running.indexOf(next), 1);
        await next.stop();
        // It writes two alerts, and its checkpoint at times.
        if (!wasKilled) expect(k).toBeGreaterThanOrEqual(2);
      }
    },
  );

  it('Each shard delivers the daily alerts and issues the weekly summaries of its own members, once', async () => {
    await Promise.all(
      near.map((userId) => testStores.update(userId, { notificationPreference: 'daily', weeklySummary: true })),
    );
    await startAll(4);
    const listingId = await find();
    await waitUntilMatched();
    expect(await listAlerts(listingId)).toEqual([]);
    const rows = await testStores.documents.list<{ id: string; bucket: number }>('digests', { limit: 100 });
    expect(rows.docs).toHaveLength(memberCount);
    await stopAll();
    testStores.setClock('2026-03-16T11:00:00.000Z');
    const [first = wholeMatcher, ...others] = listShards(4);
    await start(first);
    const owned = near.filter((userId) => ownsMember(first, userId));
    await expect.poll(() => listAlerts(listingId), { interval: 5 }).toEqual(once(owned));
    const listSummaries = async () =>
      (await testStores.listEvents('WeeklySummaryIssued')).map(({ data }) => data.userId).toSorted();
    await expect.poll(listSummaries, { interval: 5 }).toEqual(owned.toSorted());
    await Promise.all(others.map((shard) => start(shard)));
    await expect.poll(() => listAlerts(listingId), { interval: 5 }).toEqual(once(near));
    await expect.poll(listSummaries, { interval: 5 }).toEqual(near.toSorted());
  });
});
