import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertStream, listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import { startMatchingWorker } from './matching-worker.ts';
import { type TestStores, openTestStores } from './testing/test-stores.ts';
import { sampleFacts } from './testing/sample-listing.ts';
import { type LastWrite, crashAfter } from './testing/crash-after.ts';

/** More than one full alert. */
const memberCount = 501;

describe('a scout that is killed at any write', () => {
  let testStores: TestStores;
  const near = new Set<string>();
  const thrifty = new Set<string>();
  let daily: string;

  beforeAll(async () => {
    testStores = await openTestStores();
    testStores.setClock('2026-03-10T15:00:00.000Z');
    const people = Array.from({ length: memberCount }, () => testStores.member({ zipCode: '48201' }));
    for (const id of await Promise.all(people)) near.add(id);
    for (let n = 0; n < 3; n += 1) thrifty.add(await testStores.member({ zipCode: '48201', maxPrice: 35_000 }));
    daily = await testStores.member({ zipCode: '48201', notificationPreference: 'daily' });
    await testStores.member({ zipCode: '90001' });
    await testStores.member({ zipCode: '48201' }, false);
    await (await startMatchingWorker(testStores, testStores.run)).stop();
  });
  afterAll(() => testStores.close());

  const tell = (listingId: string, command: Parameters<typeof listing.decide>[0]) =>
    testStores.handle(listing, listingStream(listingId), command, { actor: 'intake:county', commandId: randomUUID() });

  /** The members alerted of a listing, and how, in the order of the log. */
  const alertsOf = async (listingId: string) => {
    const alerts: { userId: string; kind: string; price: number }[] = [];
    for (let n = 0; ; n += 1) {
      const { events } = await testStores.events.read(alertStream(listingId, n));
      const [matched, ...delivered] = events;
      if (matched?.type !== 'AlertsMatched') return alerts;
      const { kind } = matched.data;
      const { price } = matched.data.listing;
      for (const { type, data } of delivered) {
        if (type === 'AlertsDelivered') alerts.push(...data.members.map(({ userId }) => ({ userId, kind, price })));
      }
    }
  };
  const listRecipients = (alerts: { userId: string; kind: string }[], kind: string) =>
    alerts
      .filter((alert) => alert.kind === kind)
      .map(({ userId }) => userId)
      .toSorted();

  /** Kills a scout at write k of all that one listing and its price drop cause; false when the scout outlived them. */
  const killedAt = async (k: number, lastWrite: LastWrite): Promise<boolean> => {
    testStores.setClock('2026-03-10T15:00:00.000Z');
    const listingId = randomUUID();
    const { stores, died, hasDied } = crashAfter(testStores, k, lastWrite);
    const scout = await startMatchingWorker(stores, stores.run);
    await scout.ready;
    await tell(listingId, { type: 'Find', data: { listingId, ...sampleFacts, price: 40_000 } });
    await tell(listingId, { type: 'Reprice', data: { listingId, price: 30_000 } });
    const head = await testStores.events.head();
    const outlived = expect.poll(() => hasDied() || scout.position() >= head, { interval: 5 }).toBe(true);
    await Promise.race([died, outlived]);
    const wasKilled = hasDied();
    await scout.stop().catch(() => undefined);

    // Changes made while it is down are not matched backwards.
    const late = await testStores.member({ zipCode: '48201' });
    const [one = ''] = near;
    await testStores.update(one, { mileageRadius: 25 });
    const next = await startMatchingWorker(testStores, testStores.run);
    await next.ready;
    const alerts = await alertsOf(listingId);
    expect(listRecipients(alerts, 'new')).toEqual([...near, ...thrifty].toSorted());
    expect(listRecipients(alerts, 'price drop')).toEqual([...near].toSorted());
    await next.stop();

    testStores.setClock('2026-03-11T11:00:00.000Z');
    const tomorrow = await startMatchingWorker(testStores, testStores.run);
    await tomorrow.ready;
    const once = [{ userId: daily, kind: 'new', price: 30_000 }];
    await expect
      .poll(async () => (await alertsOf(listingId)).filter(({ userId }) => userId === daily), { interval: 5 })
      .toEqual(once);
    await tomorrow.stop();
    await testStores.update(one, { mileageRadius: 50 });
    await testStores.deactivate(late);
    expect((await alertsOf(listingId)).map(({ userId }) => userId)).not.toContain(late);
    return wasKilled;
  };

  it.each(['lost', 'unheard'] as const)(
    'A scout that is killed at any write alerts every due member exactly once, the last write %s',
    async (lastWrite) => {
      let k = 0;
      while (await killedAt(k, lastWrite)) k += 1;
      expect(k).toBeGreaterThan(6);
    },
  );
});
