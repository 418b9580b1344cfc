import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPushBrowser } from '../channels/push/testing/push-browser.ts';
import { type TestStores, openTestStores } from './testing/test-stores.ts';
import { type LastWrite, crashAfter } from './testing/crash-after.ts';
import { startPipeline, createTestPush, type SentMessages } from './testing/pipeline-fixture.ts';

const evening = '2026-03-10T22:00:00.000Z';
const morning = '2026-03-11T11:00:00.000Z';
const zips = [
  '48201',
  '48204',
  '48226',
  '48235',
  '48101',
  '48126',
  '48150',
  '48180',
  '48326',
  '48067',
  '48083',
  '48336',
  '48104',
  '48197',
  '48342',
  '48503',
  '48446',
  '48060',
];

/** Members who are alerted at once; `npm run crashes` has enough for 1,000 deliveries. */
const immediateCount = Number(process.env['CRASH_MEMBERS'] ?? 2);

/** The items taken in, and their outcome. */
type Offer = { n: number; commandId: string; sent: SentMessages; times: string[] };

/** Houses that are never taken for each other: in other places, or at quite different prices. */
const item = (n: number) => ({
  externalId: `house-${n}`,
  title: `Inherited 3 bedroom house at ${100 + n} Elm Street, must sell as-is`,
  price: Math.round(9_000 * 1.4 ** Math.floor(n / zips.length)),
  details: 'Heirs want it gone. Needs a roof and new windows, cash only.',
  link: `https://listings.example.com/house-${n}`,
  zipCode: zips[n % zips.length],
});

describe('a process that is killed at any write from the intake to the last channel', () => {
  let testStores: TestStores;
  const immediate: string[] = [];
  let daily: string;
  const endpoints = new Map<string, string>();
  let next = 0;

  beforeAll(async () => {
    testStores = await openTestStores();
    testStores.setClock(evening);
    const everything = { zipCode: '48201', mileageRadius: 100 as const, maxPrice: 150_000 };
    for (let n = 0; n < immediateCount; n += 1) immediate.push(await testStores.member(everything));
    daily = await testStores.member({ ...everything, notificationPreference: 'daily' });
    await testStores.waitForViews();
    for (const userId of [...immediate, daily]) {
      const { subscription } = createPushBrowser();
      endpoints.set(userId, subscription.endpoint);
      await createTestPush(testStores).subscriptions.add(userId, 'session', subscription);
    }
    await (await startPipeline(testStores, { mails: [], pushes: [] })).stop();
  });
  afterAll(async () => {
    if (process.env['CRASH_MEMBERS'] !== undefined) console.log(figures);
    await testStores.close();
  });

  const isIdle = async () => {
    return (await testStores.documents.count('outbox')) === 0;
  };
  /** How many members the views show the listing to. */
  const findReach = async (listingId: string) => {
    await testStores.waitForViews();
    return testStores.views.get('reach', listingId);
  };
  const figures = { deliveries: 0, crashes: 0, mailsSentAgain: 0, pushesSentAgain: 0, slowestMs: 0 };
  const timesToldOf = async (listingId: string) =>
    (await testStores.listEvents('AlertsDelivered'))
      .filter(({ data }) => data.listingId === listingId)
      .flatMap(({ data }) => data.members.map(({ userId }) => userId))
      .toSorted();

  /**
   * The evening and the morning of a listing, on stores that may crash; resolves when all is done, or the process is
   * dead, with what is left.
   */
  const live = async (stores: TestStores, { n, commandId, sent, times }: Offer, isOver: () => boolean) => {
    const isDone = (people: number) => async () => {
      const mailed = new Set(sent.mails.map(({ to }) => to));
      return isOver() || (mailed.size >= people && (await isIdle()));
    };
    for (const [index, time] of times.entries()) {
      const left = times.slice(index);
      const people = time === evening ? immediate.length : immediate.length + 1;
      testStores.startClock(time);
      const process = await startPipeline(stores, sent).catch(() => null);
      if (process === null) return left;
      // A source that got no answer sends the same item again.
      await process.intake.take('county', [item(n)], { actor: 'intake:county', commandId }).catch(() => undefined);
      const began = performance.now();
      await expect.poll(isDone(people), { interval: 10 }).toBe(true);
      figures.slowestMs = Math.max(figures.slowestMs, performance.now() - began);
      await process.stop();
      if (isOver()) return left;
    }
    return [];
  };

  const killedAt = async (k: number, lastWrite: LastWrite): Promise<boolean> => {
    const sent: SentMessages = { mails: [], pushes: [] };
    const offer: Offer = { n: next, commandId: randomUUID(), sent, times: [evening, morning] };
    next += 1;
    const { stores, hasDied } = crashAfter(testStores, k, lastWrite);
    const left = await live(stores, offer, hasDied);
    const wasKilled = hasDied();
    if (wasKilled) await live(testStores, { ...offer, times: left }, () => false);

    const found = (await testStores.listEvents('ListingFound')).filter(
      ({ data }) => data.externalId === `house-${offer.n}`,
    );
    expect(found).toHaveLength(1);
    const id = found[0]?.data.listingId ?? '';
    expect(await timesToldOf(id)).toEqual([...immediate, daily].toSorted());
    expect(await findReach(id)).toEqual({ id, sent: immediate.length + 1, waiting: 0 });
    figures.deliveries += immediate.length + 1;
    figures.crashes += wasKilled ? 1 : 0;
    for (const userId of [...immediate, daily]) {
      const ids = sent.mails.filter(({ to }) => to === `${userId}@example.com`).map(({ messageId }) => messageId);
      expect(new Set(ids).size).toBe(1);
      expect(ids.length).toBeLessThanOrEqual(wasKilled ? 2 : 1);
      figures.mailsSentAgain += ids.length - 1;
      const pushes = sent.pushes.filter(({ endpoint }) => endpoint === endpoints.get(userId));
      expect(new Set(pushes.map(({ headers }) => headers['Topic'])).size).toBe(userId === daily ? 0 : 1);
      expect(pushes.length).toBeLessThanOrEqual(wasKilled ? 2 : 1);
      figures.pushesSentAgain += Math.max(0, pushes.length - 1);
    }
    return wasKilled;
  };

  it.each(['lost', 'unheard'] as const)(
    'A process that is killed at any write from the intake to the last channel notifies every due member exactly once on each channel, the last write %s',
    async (lastWrite) => {
      let k = 0;
      while (await killedAt(k, lastWrite)) k += 1;
      expect(k).toBeGreaterThan(20);
    },
    900_000,
  );
});
