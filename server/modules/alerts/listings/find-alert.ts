import type { AlertEvent, DeliveredAlert, WithheldReason } from '#domain/alert/events.ts';
import type { FittingSearches, MatchFigures } from '#domain/matching/index/matched-member.ts';
import type { Position, Recorded } from '#domain/shared/decider.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { readAlerts, findMatch } from '../streams/alert-streams.ts';

/** An alert as one member was matched for it; `sentAt` (ISO 8601) is null until it is delivered. */
export type MemberAlert = Pick<DeliveredAlert, 'listingId' | 'n' | 'kind' | 'listing'> & {
  match: MatchFigures & FittingSearches;
  /** Position of the match in the log. */
  position: Position;
  sentAt: string | null;
  /** Why it was not sent in the end; null where it was, or still waits. */
  withheld: WithheldReason | null;
};

/** The last alert of a listing that a user was matched for; null where there was none. */
export async function findAlert(events: EventStore, listingId: string, userId: string): Promise<MemberAlert | null> {
  let last: MemberAlert | null = null;
  for await (const past of readAlerts(events, listingId)) last = toMemberAlert(past, userId) ?? last;
  return last;
}

function toMemberAlert(past: Recorded<AlertEvent>[], userId: string): MemberAlert | null {
  const matched = findMatch(past);
  const member = matched?.data.members.find((one) => one.userId === userId);
  if (!matched || !member?.figures) return null;
  const finalEvent = past.find((event) => isOutcomeOf(event, userId));
  const { listingId, n, kind, listing } = matched.data;
  const { position } = matched;
  const { figures, searches } = member;
  const match = { ...figures, ...(searches && { searches }) };
  const sentAt = finalEvent?.type === 'AlertsDelivered' ? finalEvent.data.at : null;
  const withheld = finalEvent?.type === 'AlertsWithheld' ? finalEvent.data.reason : null;
  return { listingId, n, kind, listing, match, position, sentAt, withheld };
}

function isOutcomeOf({ type, data }: AlertEvent, userId: string): boolean {
  if (type === 'AlertsWithheld') return data.userIds.includes(userId);
  return type === 'AlertsDelivered' && data.members.some((member) => member.userId === userId);
}
