import { randomUUID } from 'node:crypto';
import { alertStream } from '#domain/event-catalog/streams.ts';
import { alert } from '#domain/alert/decider.ts';
import type { WithheldReason } from '#domain/alert/events.ts';
import type { PropertyType } from '#domain/listing/property-types.contract.ts';
import { readTypeByPerson } from '#domain/listing/state.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { firstSearch } from '#domain/user/searches.contract.ts';
import { matchesType } from '#domain/matching/match-rules.ts';
import type { MemberIndex } from '../member-index/members.ts';
import { readListingState } from '../streams/read-listing-state.ts';

type DigestAlert = {
  listingId: string;
  n: number;
  foundAt: string;
  userIds: string[];
  searchIds?: ReadonlyMap<string, string[]>;
};
/** The outcome for the members of an alert whose time has come: notified, or withheld. */
type DigestPlan = { recipients: string[]; outdated: string[]; gone: string[] };

/** Of several alerts of one listing a due member is notified only of the last, at the newest price. */
export function planDigests<One extends DigestAlert>(
  alerts: One[],
  due: ReadonlySet<string>,
  isMember: (userId: string) => boolean,
): (DigestPlan & { alert: One })[] {
  const inOrder = alerts.toSorted((one, other) => one.n - other.n);
  const last = new Map(inOrder.flatMap(({ n, userIds }) => userIds.map((userId) => [userId, n])));
  return inOrder.map((one) => {
    const users = one.userIds.filter((userId) => due.has(userId));
    const [members, gone] = [users.filter(isMember), users.filter((userId) => !isMember(userId))];
    const recipientIds = members.filter((userId) => last.get(userId) === one.n);
    return {
      alert: one,
      recipients: recipientIds,
      outdated: members.filter((userId) => last.get(userId) !== one.n),
      gone,
    };
  });
}

type DigestWriterDeps = Pick<Platform, 'handle' | 'clock'> & {
  events: Pick<EventStore, 'read'>;
  members: Pick<MemberIndex, 'filtersOf'>;
};

/**
 * Writes the outcome of due digests, each once however often it is called. A withdrawn listing notifies no member, and
 * one whose type was corrected only those who ask for the new type.
 */
export function createDigestWriter({ events, handle, clock, members }: DigestWriterDeps) {
  const asksFor = (userId: string, searchIds: readonly string[], type: PropertyType) =>
    searchIds.some((searchId) => {
      const filters = members.filtersOf(userId, searchId);
      return filters !== null && matchesType(filters, type);
    });
  return async (
    { listingId, n, foundAt, searchIds }: DigestAlert,
    { recipients: recipientIds, outdated, gone }: DigestPlan,
  ): Promise<void> => {
    const at = clock().toISOString();
    const stream = alertStream(listingId, n);
    // Other members of the same alert may be settled at the same time.
    const sender = () => ({ actor: 'scout', commandId: `digest/${listingId}-${n}/${randomUUID()}` });
    const withhold = async (userIds: string[], reason: WithheldReason) => {
      if (userIds.length === 0) return;
      const command = { type: 'Withhold' as const, data: { userIds, at, reason } };
      await handle(alert, stream, command, sender());
    };
    await withhold(gone, 'not a member');
    await withhold(outdated, 'newer price');
    if (recipientIds.length === 0) return;
    const listing = await readListingState(events, listingId);
    if (listing.status === 'withdrawn') {
      await withhold(recipientIds, 'listing withdrawn');
      return;
    }
    const propertyType = readTypeByPerson(listing);
    const isWanted = (userId: string) =>
      propertyType === undefined || asksFor(userId, searchIds?.get(userId) ?? [firstSearch.id], propertyType);
    await withhold(
      recipientIds.filter((userId) => !isWanted(userId)),
      'other type',
    );
    const data = { userIds: recipientIds.filter(isWanted), foundAt, at, ...(propertyType && { propertyType }) };
    const deliver = { type: 'DeliverDigest' as const, data };
    await handle(alert, stream, deliver, sender());
  };
}
