import { randomUUID } from 'node:crypto';
import { alert } from '#domain/alert/decider.ts';
import { createMatchCommand, exampleListing } from '#domain/alert/testing/examples.ts';
import { alertStream } from '#domain/event-catalog/streams.ts';
import { emptyFilters } from '#domain/user/state.ts';
import type { RunningSubscription } from '#server/platform/subscriptions/subscriber.ts';
import { createMemberIndex } from '../../member-index/members.ts';
import { createDigestDelivery } from '../deliver-due-digests.ts';
import { createDigestQueue } from '../digests.ts';
import { createZoneLookup } from '../time-zones.ts';
import { openTestStores, type TestStores } from './test-stores.ts';

/** The ZIPs of two time zones. */
export const detroit = '48201';
export const losAngeles = '90001';

/** Stores with members and their digests, without a scout that delivers them. */
export async function openDigestFixture() {
  const testStores = await openTestStores();
  const members = createMemberIndex(testStores.gazetteer);
  const open = () => createDigestQueue({ ...testStores, members, zoneOf: createZoneLookup(testStores.gazetteer) });
  let digests = open();
  const failed: { part: string; stream: string; position: number; error: unknown }[] = [];

  const setMember = async (userId: string, filters: typeof emptyFilters) => {
    members.set(userId, filters);
    await digests.reschedule(userId);
  };
  /** An alert matched at a time that waits for its members' morning. */
  const matchedOf = async (listingId: string, n: number, at: string, ...userIds: string[]) => {
    const listing = { ...exampleListing, price: 1000 - n };
    const match = createMatchCommand({ listingId, n, userIds, mode: 'daily', listing, at });
    const sender = { actor: 'scout', commandId: randomUUID() };
    const { position } = await testStores.handle(alert, alertStream(listingId, n), match, sender);
    await digests.add({ listingId, n, position, at, foundAt: at, members: userIds.map((userId) => ({ userId })) });
  };
  /** One pass; what it sets aside is added to `failed`. */
  const deliver = (changes: Partial<TestStores> = {}, stopped = new AbortController().signal) => {
    const setAside: RunningSubscription['setAside'] = (part, { event: { stream, position }, error }) =>
      Promise.resolve(void failed.push({ part, stream, position, error }));
    return createDigestDelivery({ ...testStores, ...changes, members, digests }, { setAside, stopped })();
  };

  return {
    testStores,
    members,
    digests,
    restart: () => {
      digests = open();
    },
    failed,
    setMember,
    daily: (userId: string, zipCode: string | null) =>
      setMember(userId, { ...emptyFilters, zipCode, notificationPreference: 'daily' }),
    matched: (at: string, ...userIds: string[]) => matchedOf(randomUUID(), 0, at, ...userIds),
    matchedOf,
    deliver,
    /** The members who have it at that moment, and when each got it. */
    deliveredBy: async (now: string) => {
      testStores.setClock(now);
      await deliver();
      return (await testStores.listEvents('AlertsDelivered')).flatMap(({ data }) =>
        data.members.map(({ userId }) => [userId, data.at]),
      );
    },
    listRecipients: async () =>
      (await testStores.listEvents('AlertsDelivered')).flatMap(({ data }) =>
        data.members.map(({ userId }) => [userId, data.n]),
      ),
  };
}
