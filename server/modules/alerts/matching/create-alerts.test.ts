import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMatchedMember, exampleListing } from '#domain/alert/testing/examples.ts';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { toPosition } from '#domain/shared/decider.ts';
import type { MatchResult } from '#domain/matching/matcher.ts';
import { emptyFilters } from '#domain/user/state.ts';
import { listAll } from '#projections/store/list-all.ts';
import { createAlertWriter, type ListingMatch } from './create-alerts.ts';
import type { PendingDigest } from './due-digests.ts';
import { detroit, openDigestFixture } from './testing/digest-fixture.ts';

const listingId = randomUUID();
let fixture: Awaited<ReturnType<typeof openDigestFixture>>;
let alertMembers: (found: ListingMatch) => Promise<void>;
beforeEach(async () => {
  fixture = await openDigestFixture();
  alertMembers = createAlertWriter({ ...fixture.testStores, ...fixture });
});
afterEach(() => fixture.testStores.close());

/** The listing as it was found, or repriced, at a time, and the members that it fits. */
function createMatch(at: string, price: number, userIds: string[]): ListingMatch {
  const members = userIds.map(createMatchedMember);
  const matches: MatchResult = { count: members.length, toArray: () => members, chunks: () => [members] };
  const metadata = { actor: 'intake:county', commandId: at, correlationId: at, at };
  const place = { stream: listingStream(listingId), revision: 0, position: toPosition(1) };
  const event = { id: randomUUID(), type: 'ListingFound', data: {}, ...place, metadata };
  return { event, listingId, listing: { ...exampleListing, price }, isDrop: price < 1_000, matches };
}

const listPending = async () =>
  (await listAll<PendingDigest>(fixture.testStores.documents, 'digests')).map(({ n, foundAt }) => [n, foundAt]);

it('A digest that was lost before its alert was queued is queued again by its own listing event only', async () => {
  await fixture.daily('ann', detroit);
  const found = createMatch('2026-03-10T15:00:00.000Z', 1_000, ['ann']);
  await alertMembers(found);
  const queued = await fixture.digests.readDueListing(listingId, ['ann'], Number.MAX_SAFE_INTEGER);
  expect(queued).not.toBeNull();
  await fixture.digests.settle(queued === null ? [] : [queued]);
  await alertMembers(createMatch('2026-03-10T16:00:00.000Z', 900, ['ann']));
  expect(await listPending()).toEqual([[1, '2026-03-10T16:00:00.000Z']]);
  await alertMembers(found);
  expect(await listPending()).toEqual([
    [0, '2026-03-10T15:00:00.000Z'],
    [1, '2026-03-10T16:00:00.000Z'],
  ]);
});

it('A member whose alert was withheld because their membership had ended is not alerted again at the same price', async () => {
  const [left, back] = ['left', 'back'];
  fixture.testStores.setClock('2026-03-10T15:00:00.000Z');
  await fixture.daily(left, detroit);
  await fixture.daily(back, detroit);
  await alertMembers(createMatch('2026-03-10T15:00:00.000Z', 1_000, [left, back]));
  fixture.members.remove(left);
  await fixture.digests.reschedule(left);
  expect(await fixture.deliveredBy('2026-03-10T15:01:00.000Z')).toEqual([]);
  for (const userId of [left, back]) fixture.members.set(userId, { ...emptyFilters, zipCode: detroit });
  await alertMembers(createMatch('2026-03-10T16:00:00.000Z', 1_000, [left, back]));
  expect(await fixture.listRecipients()).toEqual([]);
});
