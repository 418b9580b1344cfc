import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { type MatchingFixture, startMatchingFixture } from './testing/matching-fixture.ts';
import type { TestStores } from './testing/test-stores.ts';
import { crashAfter } from './testing/crash-after.ts';

describe('a scout that stops, fails and starts again', () => {
  let work: MatchingFixture;
  let testStores: TestStores;
  beforeEach(async () => {
    work = await startMatchingFixture();
    testStores = work.stores;
  });
  afterEach(() => work.close());

  it('A scout that stops, fails and starts again alerts about listings written while it was down, by the filters of that time', async () => {
    const near = await testStores.member({ zipCode: '48201' });
    const moving = await testStores.member({ zipCode: '48201' });
    const leaving = await testStores.member({ zipCode: '48201' });
    const coming = await testStores.member({ zipCode: '90001' });
    await work.waitUntilMatched();
    await work.stop();
    await work.find();
    await testStores.update(moving, { zipCode: '90001' });
    await testStores.update(coming, { zipCode: '48201' });
    await testStores.member({ zipCode: '48201' });
    await work.find({ price: 1000 });
    await testStores.deactivate(leaving);
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
    await testStores.member({ zipCode: '48201' });
    await work.find();
    await testStores.documents.remove('checkpoints', 'matching');
    await work.start();
    expect(await work.alerts()).toEqual([]);
  });

  it('A scout that stops, fails and starts again continues after a temporary failure of the store', async () => {
    const member = await testStores.member({ zipCode: '48201' });
    await work.waitUntilMatched();
    await work.stop();
    const { stores, died } = crashAfter(testStores, 0, 'unheard');
    let isBack = false;
    const events: TestStores['events'] = {
      ...testStores.events,
      append: (...given) => (isBack ? testStores.events.append(...given) : stores.events.append(...given)),
    };
    await work.start({ ...testStores, events, handle: createCommandHandler(events, testStores.clock) });
    await work.find();
    await died;
    isBack = true;
    expect(await work.alerts()).toEqual([[member, 'new', 40_000]]);
  });

  it('A scout moves an event that it cannot process to the failed events, and continues', async () => {
    const member = await testStores.member({ zipCode: '48201' });
    const listingId = randomUUID();
    const broken = { id: randomUUID(), type: 'ListingFound', data: { listingId, price: 1 } };
    const metadata = { ...work.sender(), correlationId: 'x', at: testStores.clock().toISOString() };
    await testStores.events.append(listingStream(listingId), [broken], -1, metadata);
    await work.find();
    expect(await work.alerts()).toEqual([[member, 'new', 40_000]]);
    const failed = await listFailedEvents(testStores.documents);
    expect(failed.filter(({ subscription }) => subscription === 'matching')).toMatchObject([{ type: 'ListingFound' }]);
  });

  it('A scout that stops, fails and starts again delivers at once to a member who leaves the daily digest', async () => {
    const member = await testStores.member({ zipCode: '48201', notificationPreference: 'daily' });
    await work.find();
    expect(await work.alerts()).toEqual([]);
    expect(await testStores.listEvents('AlertsMatched')).toHaveLength(1);
    await testStores.update(member, { notificationPreference: 'immediate' });
    await work.waitUntilMatched();
    await work.stop();
    await work.start();
    await expect.poll(work.alerts).toEqual([[member, 'new', 40_000]]);
  });
});
