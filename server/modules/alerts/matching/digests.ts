import type { Logger } from 'pino';
import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { CommandHandler } from '#server/platform/commands/command-handler.ts';
import type { MemberIndex } from '../member-index/members.ts';
import { findLastMorning } from './time-zones.ts';
import { planDigests, createDigestWriter } from './deliver-digests.ts';
import { documentSpaces } from '#server/platform/documents/document-spaces.ts';

const space = documentSpaces.digests;
const state = 'waiting';

/** Members of one alert who get it at their first 07:00 after `at` (ISO 8601); `foundAt` is when its listing was found. */
export type PendingDigest = { listingId: string; n: number; at: string; foundAt: string; userIds: string[] };
type PendingDigestDoc = PendingDigest & { id: string; state: typeof state };

export type DigestQueue = {
  /** Durable when it resolves; the same alert again replaces what is waiting of it. */
  add: (pending: PendingDigest) => Promise<void>;
  /** Delivers all that are due, and withholds those that are no longer of use. */
  deliverDue: () => Promise<void>;
};

type DigestQueueDeps = {
  events: EventStore;
  documents: Documents;
  handle: CommandHandler;
  clock: Clock;
  log: Logger;
  members: MemberIndex;
  zoneOf: (zipCode: string | null) => string;
};

/** The alerts of members who chose a daily digest: matched in the log, listed here until they are settled. */
export async function createDigestQueue(parts: DigestQueueDeps): Promise<DigestQueue> {
  const { documents, clock, log, members, zoneOf } = parts;
  const found = await listAll<PendingDigestDoc>(documents, space, { state });
  const pending = new Map(found.map((doc) => [doc.id, doc]));
  const writePlan = createDigestWriter(parts);

  const save = async (doc: PendingDigestDoc) => {
    if (doc.userIds.length > 0) {
      await documents.put(space, doc);
      pending.set(doc.id, doc);
    } else {
      await documents.remove(space, doc.id);
      pending.delete(doc.id);
    }
  };

  /** The alerts of one listing, in order: an earlier one is settled before a later one is delivered. */
  const deliver = async (docs: PendingDigestDoc[], isDue: (userId: string, since: number) => boolean) => {
    const due = new Set(docs.flatMap(({ at, userIds }) => userIds.filter((userId) => isDue(userId, Date.parse(at)))));
    if (due.size === 0) return;
    const isMember = (userId: string) => members.filtersOf(userId) !== null;
    for (const { alert: doc, ...settled } of planDigests(docs, due, isMember)) {
      await writePlan(doc, settled);
      await save({ ...doc, userIds: doc.userIds.filter((userId) => !due.has(userId)) });
    }
  };

  return {
    add: (added) => save({ ...added, id: `${added.listingId}-${added.n}`, state }),
    deliverDue: async () => {
      const isDue = createDueCheck(clock().getTime(), members, zoneOf);
      for (const [listingId, docs] of Map.groupBy(pending.values(), (doc) => doc.listingId)) {
        await deliver(docs, isDue).catch((error: unknown) => {
          log.error({ err: error, listing: listingId }, 'Failed to deliver daily alerts; retrying');
        });
      }
    },
  };
}

/** How many alerts wait for the morning of their member. */
export async function countPendingDigests(documents: Documents): Promise<number> {
  const pending = await listAll<PendingDigestDoc>(documents, space, { state });
  return pending.reduce((sum, { userIds }) => sum + userIds.length, 0);
}

/** A member who has switched to immediate alerts waits no longer; a user whose membership has ended is dropped. */
function createDueCheck(now: number, members: MemberIndex, zoneOf: DigestQueueDeps['zoneOf']) {
  const mornings = new Map<string, number>();
  return (userId: string, since: number): boolean => {
    const filters = members.filtersOf(userId);
    if (filters?.isDaily !== true) return true;
    const zone = zoneOf(filters.zipCode);
    const morning = mornings.get(zone) ?? findLastMorning(zone, now);
    mornings.set(zone, morning);
    return since < morning;
  };
}
