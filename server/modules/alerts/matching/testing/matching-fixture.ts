import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import type { ListingFacts } from '#domain/listing/events.ts';
import { type MatchingWorker, startMatchingWorker } from '../matching-worker.ts';
import { type TestStores, openTestStores } from './test-stores.ts';
import { sampleFacts } from './sample-listing.ts';
import { setUpForEach } from '#server/lib/testing/set-up.ts';

export type MatchingFixture = Awaited<ReturnType<typeof startMatchingFixture>>;

/** A scout on stores of its own, with listings to find and the members who were alerted. */
export async function startMatchingFixture() {
  const testStores = await openTestStores();
  let scout: MatchingWorker = await startMatchingWorker(testStores, testStores.run);
  await scout.ready;

  const sender = () => ({ actor: 'intake:county', commandId: randomUUID() });
  const tell = (listingId: string, command: ListingCommand) =>
    testStores.handle(listing, listingStream(listingId), command, sender());
  const waitUntilMatched = async () => {
    const head = await testStores.events.head();
    await expect.poll(() => scout.position() >= head, { interval: 5 }).toBe(true);
  };

  return {
    stores: testStores,
    sender,
    tell,
    find: async (changes: Partial<ListingFacts> = {}, listingId: string = randomUUID()) => {
      await tell(listingId, { type: 'Find', data: { listingId, ...sampleFacts, price: 40_000, ...changes } });
      return listingId;
    },
    reprice: (listingId: string, price: number) => tell(listingId, { type: 'Reprice', data: { listingId, price } }),
    /** Resolves when all events in the log have been matched and delivered. */
    waitUntilMatched,
    stop: () => scout.stop(),
    start: async (stores: TestStores = testStores) => {
      scout = await startMatchingWorker(stores, stores.run);
      await scout.ready;
    },
    /** The delivered alerts, in order: user id, kind and price. */
    alerts: async () => {
      await waitUntilMatched();
      const delivered = await testStores.listEvents('AlertsDelivered');
      return delivered.flatMap(
        ({
          data: {
            members,
            kind,
            listing: { price },
          },
        }) => members.map(({ userId }) => [userId, kind, price]),
      );
    },
    close: async () => {
      await scout.stop();
      await testStores.close();
    },
  };
}

/** The same for each test of a group; it can be used once a test has begun. */
export function setUpMatching(): MatchingFixture {
  return setUpForEach(startMatchingFixture, ({ close }) => close());
}
