import { readPages } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import { findBucket } from '#domain/matching/shards.ts';
import { idsOfSearches } from '#domain/matching/index/matched-member.ts';
import { firstSearch } from '#domain/user/searches.contract.ts';
import type { MemberIndex } from '../member-index/members.ts';
import {
  buildDigestId,
  createDueDigests,
  type PendingAlert,
  type PendingDigest,
  type PendingReceiver,
} from './due-digests.ts';
import { moveDue } from './move-due.ts';
import { findNextMorning } from './time-zones.ts';

const space = documentSpaces.digests;

export type DigestQueue = ReturnType<typeof createDigestQueue>;

type DigestQueueDeps = {
  documents: Documents;
  members: Pick<MemberIndex, 'filtersOf' | 'shard'>;
  zoneOf: (zipCode: string | null) => string;
};

/** The alerts of members who chose a daily digest: matched in the log, listed here until they are settled. */
export function createDigestQueue({ documents, members, zoneOf }: DigestQueueDeps) {
  /**
   * The member's first 07:00; who has switched one of the searches to immediate alerts, or is no member any more, waits
   * no longer.
   */
  const findDue = ({ userId, searchIds = [firstSearch.id] }: PendingReceiver, since: number): number => {
    const filters = members.filtersOf(userId);
    const isDaily = searchIds.every((searchId) => members.filtersOf(userId, searchId)?.isDaily !== false);
    return filters !== null && isDaily ? findNextMorning(zoneOf(filters.zipCode), since) : since;
  };

  return {
    /** Durable when it resolves; the same alert again changes nothing. */
    add: async ({ members: waiting, ...alert }: PendingAlert): Promise<void> => {
      const { listingId, n, at } = alert;
      const since = Date.parse(at);
      const pending = waiting.map(({ userId, searches }): PendingDigest => {
        const receiver = { userId, ...(searches && { searchIds: idsOfSearches({ searches }) }) };
        const id = buildDigestId({ listingId, n }, userId);
        return { ...alert, id, ...receiver, bucket: findBucket(userId), due: findDue(receiver, since) };
      });
      await documents.putAll(space, pending);
    },

    /** To be called when memberships, or members' ZIPs or preferences, have changed. */
    reschedule: async (...userIds: string[]): Promise<void> => {
      for await (const page of readPages<PendingDigest>(documents, space, { where: { userId: { in: userIds } } })) {
        // One that was settled in between does not come back.
        const move = (stored: PendingDigest | null) => stored && moveDue(stored, (since) => findDue(stored, since));
        await Promise.all(page.map(({ id }) => updateDocument(documents, { space, id }, move)));
      }
    },

    ...createDueDigests(documents, members.shard),
  };
}

/** Whether an alert is due that was not delivered to this member yet. */
export async function hasDueDigest(documents: Pick<Documents, 'list'>, userId: string, now: number): Promise<boolean> {
  const { docs } = await documents.list(space, { where: { userId, due: { lt: now + 1 } }, limit: 1 });
  return docs.length > 0;
}

/** How many alerts wait for the morning of their member. */
export function countPendingDigests(documents: Pick<Documents, 'count'>): Promise<number> {
  return documents.count(space);
}
