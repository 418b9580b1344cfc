import type { AlertEvent, MatchedMember, WithheldReason } from '#domain/alert/events.ts';
import type { SharedAlert } from '#domain/alert/shown.ts';
import type { Position, Recorded } from '#domain/shared/decider.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { alertsOf, matchedIn } from '../streams/alert-streams.ts';

/** An alert as one member was matched for it; `sentAt` (ISO 8601) is null until it is delivered. */
export type OwnAlert = SharedAlert & {
  member: MatchedMember;
  /** Where in the log the match stands. */
  position: Position;
  sentAt: string | null;
  /** Why it was not sent after all; null where it was, or still waits. */
  withheld: WithheldReason | null;
};

/** The last alert of a listing that a user was matched for; null where there was none. */
export async function alertOf(events: EventStore, listingId: string, userId: string): Promise<OwnAlert | null> {
  let last: OwnAlert | null = null;
  for await (const past of alertsOf(events, listingId)) last = ownIn(past, userId) ?? last;
  return last;
}

function ownIn(past: Recorded<AlertEvent>[], userId: string): OwnAlert | null {
  const matched = matchedIn(past);
  const member = matched?.data.members.find((one) => one.userId === userId);
  if (matched === null || member === undefined) return null;
  const settled = past.find((event) => event.type !== 'AlertsMatched' && event.data.userIds.includes(userId));
  const { listingId, n, kind, listing } = matched.data;
  const { position } = matched;
  const sentAt = settled?.type === 'AlertsDelivered' ? settled.data.at : null;
  const withheld = settled?.type === 'AlertsWithheld' ? settled.data.reason : null;
  return { listingId, n, kind, listing, member, position, sentAt, withheld };
}
