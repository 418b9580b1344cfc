import { type Position, type Recorded, startPosition } from '#domain/shared/decider.ts';
import { maxMembersPerAlert } from '#domain/alert/decider.ts';
import type { AlertedMember, AlertEvent, AlertKind, AlertMode } from '#domain/alert/events.ts';
import { idsOfSearches, type MatchedMember } from '#domain/matching/index/matched-member.ts';
import type { MatchResult } from '#domain/matching/matcher.ts';
import { type AlertEventReader, readAlerts, findMatch } from '../streams/alert-streams.ts';

/**
 * The content of one stream `alert-<listingId>-<n>`: which members were matched at which price, were alerted, or still
 * wait. A member who was not alerted because the listing was withdrawn or had another type is not in it: when it fits
 * again, it is new to that member.
 */
export type AlertBatch = {
  n: number;
  position: Position;
  price: number;
  causedBy: string | undefined;
  at: string;
  members: string[];
  deliveredIds: string[];
  waiting: AlertedMember[];
};

/** A part of the matches with the same kind of alert, notified in the same way, at most 500 members. */
export type Recipients = { kind: AlertKind; mode: AlertMode; members: MatchedMember[] };

/** All alerts of a listing so far, from the `from`th on. */
export async function readAlertBatches(events: AlertEventReader, listingId: string, from = 0): Promise<AlertBatch[]> {
  const chunks: AlertBatch[] = [];
  for await (const past of readAlerts(events, listingId, from)) chunks.push(toAlertBatch(from + chunks.length, past));
  return chunks;
}

function toAlertBatch(n: number, past: Recorded<AlertEvent>[]): AlertBatch {
  const matched = findMatch(past);
  const delivered = past.flatMap((event) => (event.type === 'AlertsDelivered' ? toUserIds(event.data) : []));
  const withheldUserIds = past.flatMap((event) => (event.type === 'AlertsWithheld' ? event.data.userIds : []));
  const resolvedIds = new Set([...delivered, ...withheldUserIds]);
  const unmatchedIds = new Set(past.flatMap((event) => (isWithheldByListing(event) ? event.data.userIds : [])));
  const all = matched?.data.members ?? [];
  const members = all.filter(({ userId }) => !unmatchedIds.has(userId));
  return {
    n,
    position: matched?.position ?? startPosition,
    price: matched?.data.listing.price ?? 0,
    causedBy: matched?.metadata.causationId,
    at: matched?.metadata.at ?? '',
    members: members.map(({ userId }) => userId),
    deliveredIds: delivered,
    waiting: members.filter(({ userId }) => !resolvedIds.has(userId)),
  };
}

function toUserIds({ members }: { members: { userId: string }[] }): string[] {
  return members.map(({ userId }) => userId);
}

type WithheldAlerts = Extract<AlertEvent, { type: 'AlertsWithheld' }>;

/** Whether what happened to the listing was the reason, and not its member or a newer alert. */
function isWithheldByListing(event: Recorded<AlertEvent>): event is Recorded<WithheldAlerts> {
  return event.type === 'AlertsWithheld' && ['listing withdrawn', 'other type'].includes(event.data.reason);
}

type RecipientRules = { price: number; isDrop: boolean; modeOf: (member: MatchedMember) => AlertMode | null };

/**
 * Which of the matches are still to be alerted, and how. A member who was matched at this price or a lower one is not
 * alerted again, unless the digest is still waiting and none of its searches fits any more. A lower price (`isDrop`) is a
 * price drop to members who were alerted of a higher one, and new to all others, including those whose digest with the
 * higher price is still waiting.
 */
export function* splitRecipients(
  matches: MatchResult,
  chunks: AlertBatch[],
  { price, isDrop, modeOf }: RecipientRules,
): Iterable<Recipients> {
  const kindOf = createKindLookup(chunks, { price, isDrop });
  const recipientsByKey = new Map<string, Recipients>();
  for (const members of matches.chunks(maxMembersPerAlert)) {
    for (const member of members) {
      const [kind, mode] = [kindOf(member), modeOf(member)];
      if (kind === null || mode === null) continue;
      const name = `${kind} ${mode}`;
      const part = recipientsByKey.get(name) ?? { kind, mode, members: [] };
      recipientsByKey.set(name, part);
      part.members.push(member);
      if (part.members.length < maxMembersPerAlert) continue;
      recipientsByKey.delete(name);
      yield part;
    }
  }
  yield* recipientsByKey.values();
}

function createKindLookup(chunks: AlertBatch[], { price, isDrop }: Omit<RecipientRules, 'modeOf'>) {
  const lowestMatched = new Map<string, number>();
  for (const batch of chunks) {
    for (const userId of batch.members)
      lowestMatched.set(userId, Math.min(batch.price, lowestMatched.get(userId) ?? batch.price));
  }
  const delivered = new Set(chunks.flatMap((batch) => batch.deliveredIds));
  const waitingSearches = Map.groupBy(
    chunks.flatMap(({ waiting }) => waiting),
    ({ userId }) => userId,
  );
  const waitsInVain = (member: MatchedMember): boolean => {
    const waitingIds = waitingSearches.get(member.userId)?.flatMap(idsOfSearches);
    return waitingIds !== undefined && !idsOfSearches(member).some((id) => waitingIds.includes(id));
  };
  return (member: MatchedMember): AlertKind | null => {
    const { userId } = member;
    const before = lowestMatched.get(userId);
    if (before === undefined) return 'new';
    if (!isDrop || before <= price) return !delivered.has(userId) && waitsInVain(member) ? 'new' : null;
    return delivered.has(userId) ? 'price drop' : 'new';
  };
}
