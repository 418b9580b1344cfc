import type { Position } from '#domain/shared/decider.ts';
import { listAll, readPages } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { MemberIndex } from '../member-index/members.ts';
import { findNextMorning } from './time-zones.ts';

const space = documentSpaces.digests;

/** An alert that was matched at `at`, of a listing found at `foundAt` (ISO 8601), and the members who wait for it. */
export type PendingAlert = {
  listingId: string;
  n: number;
  /** The position of its AlertsMatched. */
  position: Position;
  at: string;
  foundAt: string;
  userIds: string[];
};
/** One alert of one member, until it is delivered or withheld; `due` in ms since 1970. */
export type PendingDigest = Omit<PendingAlert, 'userIds'> & { id: string; userId: string; due: number };

export type DigestQueue = ReturnType<typeof createDigestQueue>;

type DigestQueueDeps = {
  documents: Documents;
  members: Pick<MemberIndex, 'filtersOf'>;
  zoneOf: (zipCode: string | null) => string;
};

/** The alerts of members who chose a daily digest: matched in the log, listed here until they are settled. */
export function createDigestQueue({ documents, members, zoneOf }: DigestQueueDeps) {
  /** The member's first 07:00; who has switched to immediate alerts, or is no member any more, waits no longer. */
  const findDue = (userId: string, since: number): number => {
    const filters = members.filtersOf(userId);
    return filters?.isDaily === true ? findNextMorning(zoneOf(filters.zipCode), since) : since;
  };

  return {
    /** Durable when it resolves; the same alert again changes nothing. */
    add: async ({ userIds, ...alert }: PendingAlert): Promise<void> => {
      const { listingId, n, at } = alert;
      const since = Date.parse(at);
      const pending = userIds.map((userId): PendingDigest => {
        return { ...alert, id: `${listingId}-${n}/${userId}`, userId, due: findDue(userId, since) };
      });
      await documents.putAll(space, pending);
    },

    /** To be called when a membership, or a member's ZIP or preference, has changed. */
    reschedule: async (userId: string): Promise<void> => {
      for await (const page of readPages<PendingDigest>(documents, space, { where: { userId } })) {
        const moved = page.flatMap((pending) => {
          const due = findDue(userId, Date.parse(pending.at));
          return due === pending.due ? [] : [{ ...pending, due }];
        });
        if (moved.length > 0) await documents.putAll(space, moved);
      }
    },

    /** Those that are due, in pages by their time and listing. Removals between pages are harmless. */
    readDue: (now: number): AsyncGenerator<PendingDigest[]> =>
      readPages(documents, space, { where: { due: { lt: now + 1 } }, sort: [{ field: 'due', direction: 'asc' }] }),

    /** All that wait of a listing for these members, due or not. */
    readListing: (listingId: string, userIds: string[]): Promise<PendingDigest[]> =>
      listAll(documents, space, { listingId, userId: { in: userIds } }),

    remove: (pending: PendingDigest[]): Promise<void> =>
      documents.removeAll(
        space,
        pending.map(({ id }) => id),
      ),
  };
}

/** How many alerts wait for the morning of their member. */
export function countPendingDigests(documents: Pick<Documents, 'count'>): Promise<number> {
  return documents.count(space);
}
