import type { Recorded } from '#domain/shared/decider.ts';
import { membersPerAlert } from '#domain/alert/decider.ts';
import type { AlertEvent, AlertKind, MatchedMember } from '#domain/alert/events.ts';
import type { Matches } from '#domain/matching/matcher.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { alertsOf, matchedIn } from '../streams/alert-streams.ts';

/**
 * What stands in one `alert-<listingId>-<n>`: who was matched at which price, who was told, and who still waits. Whoever
 * was not told because the listing stood no more is not among the members: offered again, it is new to them.
 */
export type Chunk = {
  n: number;
  price: number;
  causedBy: string | undefined;
  at: string;
  members: string[];
  told: string[];
  waiting: string[];
};

/** A part of the matches that is alerted alike, at most 500 members. */
export type Part = { kind: AlertKind; members: MatchedMember[] };

/** All that was ever alerted of a listing. */
export async function chunksOf(events: EventStore, listingId: string): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const past of alertsOf(events, listingId)) chunks.push(chunkOf(chunks.length, past));
  return chunks;
}

function chunkOf(n: number, past: Recorded<AlertEvent>[]): Chunk {
  const matched = matchedIn(past);
  const told = past.flatMap((event) => (event.type === 'AlertsDelivered' ? event.data.userIds : []));
  const settled = new Set(past.flatMap((event) => (event.type === 'AlertsMatched' ? [] : event.data.userIds)));
  const untold = new Set(past.flatMap((event) => (isOfWithdrawn(event) ? event.data.userIds : [])));
  const all = matched?.data.members.map(({ userId }) => userId) ?? [];
  const members = all.filter((userId) => !untold.has(userId));
  return {
    n,
    price: matched?.data.listing.price ?? 0,
    causedBy: matched?.metadata.causationId,
    at: matched?.metadata.at ?? '',
    members,
    told,
    waiting: members.filter((userId) => !settled.has(userId)),
  };
}

type Withheld = Extract<AlertEvent, { type: 'AlertsWithheld' }>;

function isOfWithdrawn(event: Recorded<AlertEvent>): event is Recorded<Withheld> {
  return event.type === 'AlertsWithheld' && event.data.reason === 'listing withdrawn';
}

/**
 * Who of the matches is still to be alerted. Whoever was matched at this price or a lower one is not told again; a fall
 * in price (`isDrop`) is a price drop to those who were told of a higher one, and new to everybody else: to those too
 * whose digest was still to tell them of the higher one.
 */
export function* partsOf(
  matches: Matches,
  chunks: Chunk[],
  { price, isDrop }: { price: number; isDrop: boolean },
): Iterable<Part> {
  if (chunks.length === 0) {
    for (const members of matches.chunks(membersPerAlert)) yield { kind: 'new', members };
    return;
  }
  const lowestMatched = new Map<string, number>();
  for (const chunk of chunks) {
    for (const userId of chunk.members)
      lowestMatched.set(userId, Math.min(chunk.price, lowestMatched.get(userId) ?? chunk.price));
  }
  const told = new Set(chunks.flatMap((chunk) => chunk.told));
  const byKind = Map.groupBy(matches.toArray(), ({ userId }) => {
    const before = lowestMatched.get(userId);
    if (before === undefined) return 'new';
    if (!isDrop || before <= price) return null;
    return told.has(userId) ? 'price drop' : 'new';
  });
  for (const kind of ['price drop', 'new'] as const) {
    const members = byKind.get(kind) ?? [];
    for (let from = 0; from < members.length; from += membersPerAlert) {
      yield { kind, members: members.slice(from, from + membersPerAlert) };
    }
  }
}
