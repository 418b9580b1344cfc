import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { replayEvent } from '#server/platform/subscriptions/testing/replay-event.ts';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { setUpMatching } from './testing/matching-fixture.ts';
import type { TestStores } from './testing/test-stores.ts';
import { crashAfter } from './testing/crash-after.ts';

describe('a scout that stops, fails and starts again', () => {
  const work = setUpMatching();

  it('A scout that stops, fails and starts again alerts about listings written while it was down, by the filters of that time', async () => {
    const near = await work.stores.member({ zipCode: '48201' });
    const moving = await work.stores.member({ zipCode: '48201' });
    const leaving = await work.stores.member({ zipCode: '48201' });
    const coming = await work.stores.member({ zipCode: '90001' });
    await work.waitUntilMatched();
    await work.stop();
    await work.find();
    await work.stores.update(moving, { zipCode: '90001' });
    await work.stores.update(coming, { zipCode: '48201' });
    await work.stores.member({ zipCode: '48201' });
    await work.find({ price: 1000 });
    await work.stores.deactivate(leaving);
    await work.start();
    const told = await work.alerts();
    const at = (price: number) => told.filter(([, , its]) => its === price).map(([userId]) => userId);
    // A member who has left in the meantime is not notified.
    expect(at(40_000).toSorted()).toEqual([near, moving].toSorted());
    expect(told.map(([userId]) => userId)).not.toContain(leaving);
    expect(at(1000)).toContain(coming);
    expect(at(1000)).not.toContain(moving);
    await work.stop();
    await work.start();
    expect(await work.alerts()).toEqual(told);
  });

  it('A scout that stops, fails and starts again begins at the end of a log that it has never read', async () => {
    await work.stop();
    await work.stores.member({ zipCode: '48201' });
    await work.find();
    await work.stores.documents.remove('checkpoints', 'matching');
    await work.start();
    expect(await work.alerts()).toEqual([]);
  });

  it('A scout that stops, fails and starts again continues after a temporary failure of the store', async () => {
    const member = await work.stores.member({ zipCode: '48201' });
    await work.waitUntilMatched();
    await work.stop();
    const { stores, died } = crashAfter(work.stores, 0, 'unheard');
    let isBack = false;
    const events: TestStores['events'] = {
      ...work.stores.events,
      append: (...given) => (isBack ? work.stores.events.append(...given) : stores.events.append(...given)),
    };
    await work.start({ ...work.stores, events, handle: createCommandHandler(events, work.stores.clock) });
    await work.find();
    await died;
    isBack = true;
    expect(await work.alerts()).toEqual([[member, 'new', 40_000]]);
  });

  it('A scout moves an event that it cannot process to the failed events, and continues', async () => {
    const member = await work.stores.member({ zipCode: '48201' });
    const listingId = randomUUID();
    const broken = { id: randomUUID(), type: 'ListingFound', data: { listingId, price: 1 } };
    const metadata = { ...work.sender(), correlationId: 'x', at: work.stores.clock().toISOString() };
    await work.stores.events.append(listingStream(listingId), [broken], -1, metadata);
    await work.find();
    expect(await work.alerts()).toEqual([[member, 'new', 40_000]]);
    const failed = await listFailedEvents(work.stores.documents);
    expect(failed.filter(({ subscription }) => subscription === 'matching')).toMatchObject([{ type: 'ListingFound' }]);
  });

  it('A scout alerts the present members of a listing that was set aside, once, when its event is replayed', async () => {
    await work.stores.member({ zipCode: '48201' });
    await work.waitUntilMatched();
    await work.stop();
    let isBroken = true;
    const handle: TestStores['handle'] = (decider, stream, ...command) =>
      isBroken && stream.startsWith('alert-')
        ? Promise.reject(new Error('too much for me'))
        : work.stores.handle(decider, stream, ...command);
    await work.start({ ...work.stores, handle });
    await work.find();
    const withdrawn = await work.find({ price: 30_000 });
    expect(await work.alerts()).toEqual([]);
    isBroken = false;
    await work.tell(withdrawn, { type: 'Withdraw', data: { listingId: withdrawn, reason: 'sold' } });
    await work.stores.member({ zipCode: '48201' });
    await work.waitUntilMatched();
    const failed = await listFailedEvents(work.stores.documents);
    expect(failed.map(({ subscription }) => subscription)).toEqual(['matching', 'matching']);
    for (const one of [...failed, ...failed]) expect(await replayEvent(work.stores, one)).toBeNull();
    const alerts = await work.alerts();
    expect(alerts.map(([, kind, price]) => [kind, price])).toEqual([
      ['new', 40_000],
      ['new', 40_000],
    ]);
    expect(new Set(alerts.map(([userId]) => userId)).size).toBe(2);
  });

  it('A scout matches with the present filters of a member whose change was set aside, once it is replayed', async () => {
    const member = await work.stores.member({ zipCode: '48201' });
    await work.waitUntilMatched();
    await work.stop();
    let isBroken = true;
    const documents: TestStores['documents'] = {
      ...work.stores.documents,
      list: (space, query) =>
        isBroken && space === 'digests'
          ? Promise.reject(new Error('too much for me'))
          : work.stores.documents.list(space, query),
    };
    await work.start({ ...work.stores, documents });
    await work.stores.update(member, { zipCode: '90001' });
    await work.waitUntilMatched();
    isBroken = false;
    await work.stores.update(member, { zipCode: '48204' });
    await work.waitUntilMatched();
    const [failed] = await listFailedEvents(work.stores.documents);
    if (failed === undefined) throw new Error('Nothing was set aside');
    expect(await replayEvent(work.stores, failed)).toBeNull();
    await work.find();
    expect(await work.alerts()).toEqual([[member, 'new', 40_000]]);
  });

  it('A scout that stops, fails and starts again delivers at once to a member who leaves the daily digest', async () => {
    const member = await work.stores.member({ zipCode: '48201', notificationPreference: 'daily' });
    await work.find();
    expect(await work.alerts()).toEqual([]);
    expect(await work.stores.listEvents('AlertsMatched')).toHaveLength(1);
    await work.stores.update(member, { notificationPreference: 'immediate' });
    await work.waitUntilMatched();
    await work.stop();
    await work.start();
    await expect.poll(work.alerts).toEqual([[member, 'new', 40_000]]);
  });
});
