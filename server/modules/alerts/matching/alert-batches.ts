import type { Recorded } from '#domain/shared/decider.ts';
import { maxMembersPerAlert } from '#domain/alert/decider.ts';
import type { AlertEvent, AlertKind, MatchedMember } from '#domain/alert/events.ts';
import type { MatchResult } from '#domain/matching/matcher.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { readAlerts, findMatch } from '../streams/alert-streams.ts';

/**
 * What stands in one `alert-<listingId>-<n>`: who was matched at which price, who was told, and who still waits. Whoever
 * was not told because the listing stood no more is not among the members: offered again, it is new to them.
 */
export type AlertBatch = {
  n: number;
  price: number;
  causedBy: string | undefined;
  at: string;
  members: string[];
  deliveredIds: string[];
  waiting: string[];
};

/** A part of the matches that is alerted alike, at most 500 members. */
export type Recipients = { kind: AlertKind; members: MatchedMember[] };

/** All that was ever alerted of a listing. */
export async function readAlertBatches(events: EventStore, listingId: string): Promise<AlertBatch[]> {
  const chunks: AlertBatch[] = [];
  for await (const past of readAlerts(events, listingId)) chunks.push(toAlertBatch(chunks.length, past));
  return chunks;
}

function toAlertBatch(n: number, past: Recorded<AlertEvent>[]): AlertBatch {
  const matched = findMatch(past);
  const delivered = past.flatMap((event) => (event.type === 'AlertsDelivered' ? event.data.userIds : []));
  const resolvedIds = new Set(past.flatMap((event) => (event.type === 'AlertsMatched' ? [] : event.data.userIds)));
  const withdrawnIds = new Set(past.flatMap((event) => (isWithheldByWithdrawal(event) ? event.data.userIds : [])));
  const all = matched?.data.members.map(({ userId }) => userId) ?? [];
  const members = all.filter((userId) => !withdrawnIds.has(userId));
  return {
    n,
    price: matched?.data.listing.price ?? 0,
    causedBy: matched?.metadata.causationId,
    at: matched?.metadata.at ?? '',
    members,
    deliveredIds: delivered,
    waiting: members.filter((userId) => !resolvedIds.has(userId)),
  };
}

type WithheldAlerts = Extract<AlertEvent, { type: 'AlertsWithheld' }>;

function isWithheldByWithdrawal(event: Recorded<AlertEvent>): event is Recorded<WithheldAlerts> {
  return event.type === 'AlertsWithheld' && event.data.reason === 'listing withdrawn';
}

/**
 * Who of the matches is still to be alerted. Whoever was matched at this price or a lower one is not told again; a fall
 * in price (`isDrop`) is a price drop to those who were told of a higher one, and new to everybody else: to those too
 * whose digest was still to tell them of the higher one.
 */
export function* splitRecipients(
  matches: MatchResult,
  chunks: AlertBatch[],
  { price, isDrop }: { price: number; isDrop: boolean },
): Iterable<Recipients> {
  if (chunks.length === 0) {
    for (const members of matches.chunks(maxMembersPerAlert)) yield { kind: 'new', members };
    return;
  }
  const lowestMatched = new Map<string, number>();
  for (const batch of chunks) {
    for (const userId of batch.members)
      lowestMatched.set(userId, Math.min(batch.price, lowestMatched.get(userId) ?? batch.price));
  }
  const delivered = new Set(chunks.flatMap((batch) => batch.deliveredIds));
  const byKind = Map.groupBy(matches.toArray(), ({ userId }) => {
    const before = lowestMatched.get(userId);
    if (before === undefined) return 'new';
    if (!isDrop || before <= price) return null;
    return delivered.has(userId) ? 'price drop' : 'new';
  });
  for (const kind of ['price drop', 'new'] as const) {
    const members = byKind.get(kind) ?? [];
    for (let from = 0; from < members.length; from += maxMembersPerAlert) {
      yield { kind, members: members.slice(from, from + maxMembersPerAlert) };
    }
  }
}
