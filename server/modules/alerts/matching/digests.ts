import type { Logger } from 'pino';
import type { Metadata } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Handle } from '#server/platform/commands/handle.ts';
import type { Members } from '../member-index/members.ts';
import { lastMorning } from './mornings.ts';
import { settlementsOf, settler } from './settling.ts';

const space = 'digests';
const state = 'waiting';
const digestCommand = 'digest/';

/** Members of one alert who get it at their first 07:00 after `at` (ISO 8601). */
export type Waiting = { listingId: string; n: number; at: string; userIds: string[] };
type WaitingDoc = Waiting & { id: string; state: typeof state };

export type Digests = {
  /** Durable when it resolves; the same alert again replaces what waits of it. */
  add: (waiting: Waiting) => Promise<void>;
  /** Delivers all whose morning has come, and withholds what is pointless by then. */
  deliverDue: () => Promise<void>;
};

type Parts = {
  events: EventStore;
  documents: Documents;
  handle: Handle;
  clock: Clock;
  log: Logger;
  members: Members;
  zoneOf: (zipCode: string | null) => string;
};

/** The alerts of members who chose a daily digest: matched in the log, listed here until they are settled. */
export async function openDigests(parts: Parts): Promise<Digests> {
  const { documents, clock, log, members, zoneOf } = parts;
  const found = await documents.findBy<WaitingDoc>(space, 'state', state);
  const waiting = new Map(found.map((doc) => [doc.id, doc]));
  const settle = settler(parts);

  const keep = async (doc: WaitingDoc) => {
    if (doc.userIds.length > 0) {
      await documents.put(space, doc);
      waiting.set(doc.id, doc);
    } else {
      await documents.remove(space, doc.id);
      waiting.delete(doc.id);
    }
  };

  /** The alerts of one listing, in their order: an earlier one is out of the way before a later one is told. */
  const deliver = async (docs: WaitingDoc[], isDue: (userId: string, since: number) => boolean) => {
    const due = new Set(docs.flatMap(({ at, userIds }) => userIds.filter((userId) => isDue(userId, Date.parse(at)))));
    if (due.size === 0) return;
    const isMember = (userId: string) => members.filtersOf(userId) !== null;
    for (const { alert: doc, ...settled } of settlementsOf(docs, due, isMember)) {
      await settle(doc, settled);
      await keep({ ...doc, userIds: doc.userIds.filter((userId) => !due.has(userId)) });
    }
  };

  return {
    add: (added) => keep({ ...added, id: `${added.listingId}-${added.n}`, state }),
    deliverDue: async () => {
      const isDue = dueAt(clock().getTime(), members, zoneOf);
      for (const [listingId, docs] of Map.groupBy(waiting.values(), (doc) => doc.listingId)) {
        await deliver(docs, isDue).catch((error: unknown) => {
          log.error({ err: error, listing: listingId }, 'Daily alerts could not be delivered; trying again later');
        });
      }
    },
  };
}

/** How many alerts wait for the morning of their member. */
export async function waitingForDigests(documents: Documents): Promise<number> {
  const waiting = await documents.findBy<WaitingDoc>(space, 'state', state);
  return waiting.reduce((sum, { userIds }) => sum + userIds.length, 0);
}

/** Whether an alert was delivered as part of a daily digest. */
export function isDigest({ metadata }: { metadata: Pick<Metadata, 'commandId'> }): boolean {
  return metadata.commandId.startsWith(digestCommand);
}

/** Who asked for alerts at once meanwhile waits no longer, and who is no member any more is not waited for. */
function dueAt(now: number, members: Members, zoneOf: Parts['zoneOf']) {
  const mornings = new Map<string, number>();
  return (userId: string, since: number): boolean => {
    const filters = members.filtersOf(userId);
    if (filters?.isDaily !== true) return true;
    const zone = zoneOf(filters.zipCode);
    const morning = mornings.get(zone) ?? lastMorning(zone, now);
    mornings.set(zone, morning);
    return since < morning;
  };
}
