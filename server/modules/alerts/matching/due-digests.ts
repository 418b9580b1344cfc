import type { FittingSearches } from '#domain/matching/index/matched-member.ts';
import type { Shard } from '#domain/matching/shards.ts';
import type { Position } from '#domain/shared/decider.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { listAll, readPages } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import { createYielder } from '#server/lib/delay.ts';
import { buildDueQuery, type Pending } from './move-due.ts';

const space = documentSpaces.digests;
/** Alerts that are in memory together. */
const maxAlertsPerGroup = 250_000;
const removedAtOnce = 500;
/** Of due alerts, to find members for a group: the first listings have most of them. */
const maxPagesOfMembers = 20;

/** An alert that was matched at `at`, of a listing found at `foundAt` (ISO 8601), and the members who wait for it. */
export type PendingAlert = {
  listingId: string;
  n: number;
  /** The position of its AlertsMatched. */
  position: Position;
  at: string;
  foundAt: string;
  members: PendingMember[];
};
export type PendingMember = FittingSearches & { userId: string };
/** `searchIds` of the searches that the listing fits; absent where it fits the first one only. */
export type PendingReceiver = { userId: string; searchIds?: string[] };
/** One alert of one member, until it is delivered or withheld. */
export type PendingDigest = Omit<PendingAlert, 'members'> & PendingReceiver & Pending & { id: string };

/** One alert of a listing, and the members who wait for it, with the searches of those for whom not only the first fits. */
type WaitingAlert = {
  listingId: string;
  n: number;
  position: Position;
  foundAt: string;
  userIds: string[];
  searchIds: ReadonlyMap<string, string[]>;
};
/** The alerts of one listing that are due for some members. Whatever else waits for them there is settled with these. */
export type DueListing = { listingId: string; alerts: WaitingAlert[]; due: ReadonlySet<string> };

/** Reads what waits by its members, and removes what is settled. */
export function createDueDigests(documents: Pick<Documents, 'list' | 'removeAll'>, shard: Shard) {
  const readDue = (now: number): AsyncGenerator<PendingDigest[]> =>
    readPages(documents, space, buildDueQuery(shard, now));

  return {
    /** Those of the shard's members that are due, in pages by their time and listing. Removals between pages are harmless. */
    readDue,

    /** Members with due alerts, at most `limit` of those of the earliest alerts. */
    findDueMembers: async (now: number, limit: number): Promise<string[]> => {
      const userIds = new Set<string>();
      let pages = 0;
      for await (const page of readDue(now)) {
        for (const { userId } of page) if (userIds.size < limit) userIds.add(userId);
        pages += 1;
        if (userIds.size >= limit || pages >= maxPagesOfMembers) break;
      }
      return [...userIds];
    },

    /**
     * The listings with due alerts for the first of these members: for one at least, and no more members than have
     * about 250,000 alerts.
     */
    readDueListings: async (userIds: string[], now: number): Promise<DueListing[]> => {
      const collected = createDueListings(now);
      const yieldWhenDue = createYielder();
      for (const userId of userIds) {
        await yieldWhenDue();
        for await (const page of readPages<PendingDigest>(documents, space, { where: { userId } })) {
          collected.add(userId, page);
        }
        if (collected.count() >= maxAlertsPerGroup) break;
      }
      return collected.list();
    },

    /** The same of one listing, for these members. */
    readDueListing: async (listingId: string, userIds: string[], now: number): Promise<DueListing | null> => {
      const collected = createDueListings(now);
      const pending = await listAll<PendingDigest>(documents, space, { listingId, userId: { in: userIds } });
      for (const one of pending) collected.add(one.userId, [one]);
      return collected.list()[0] ?? null;
    },

    /** Removes what waited for the members for whom these listings were due. */
    settle: async (listings: DueListing[]): Promise<void> => {
      let ids: string[] = [];
      for (const listing of listings) {
        ids.push(...listDueIds(listing));
        if (ids.length < removedAtOnce) continue;
        await documents.removeAll(space, ids);
        ids = [];
      }
      await documents.removeAll(space, ids);
    },
  };
}

/** The id of an alert that waits for a member. */
export function buildDigestId({ listingId, n }: Pick<PendingDigest, 'listingId' | 'n'>, userId: string): string {
  return `${listingId}-${n}/${userId}`;
}

function listDueIds({ alerts, due }: DueListing): string[] {
  return alerts.flatMap((alert) =>
    alert.userIds.filter((userId) => due.has(userId)).map((userId) => buildDigestId(alert, userId)),
  );
}

/** Collects alerts by listing, in little memory: each member is one text, and each alert one object. */
function createDueListings(now: number) {
  type Collected = Omit<WaitingAlert, 'searchIds'> & { searchIds: Map<string, string[]> };
  const listings = new Map<string, { alerts: Map<number, Collected>; due: Set<string> }>();
  let count = 0;
  return {
    add: (userId: string, pending: PendingDigest[]) => {
      for (const { listingId, n, position, foundAt, due, searchIds } of pending) {
        const listing = listings.get(listingId) ?? { alerts: new Map<number, Collected>(), due: new Set() };
        listings.set(listingId, listing);
        const created: Collected = { listingId, n, position, foundAt, userIds: [], searchIds: new Map() };
        const alert = listing.alerts.get(n) ?? created;
        listing.alerts.set(n, alert);
        alert.userIds.push(userId);
        if (searchIds !== undefined) alert.searchIds.set(userId, searchIds);
        if (due <= now) listing.due.add(userId);
      }
      count += pending.length;
    },
    count: () => count,
    list: (): DueListing[] =>
      [...listings].flatMap(([listingId, { alerts, due }]) =>
        due.size === 0 ? [] : [{ listingId, alerts: [...alerts.values()], due }],
      ),
  };
}
