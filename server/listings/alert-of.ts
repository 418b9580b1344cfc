import type { AlertEvent, MatchedMember } from '#domain/alert/events.ts';
import type { SharedAlert } from '#domain/alert/shown.ts';
import type { Recorded } from '#domain/decider.ts';
import type { EventStore } from '../event-store/port.ts';
import { alertsOf, matchedIn } from '../scout/alert-streams.ts';

/** An alert as one member was matched for it; `sentAt` (ISO 8601) is null until it is delivered. */
export type OwnAlert = SharedAlert & { member: MatchedMember; sentAt: string | null };

/** The last alert of a listing that a user was matched for; null where there was none. */
export async function alertOf(events: EventStore, listingId: string, userId: string): Promise<OwnAlert | null> {
  let last: OwnAlert | null = null;
  for await (const past of alertsOf(events, listingId)) last = ownIn(past, userId) ?? last;
  return last;
}

function ownIn(past: Recorded<AlertEvent>[], userId: string): OwnAlert | null {
  const matched = matchedIn(past)?.data;
  const member = matched?.members.find((one) => one.userId === userId);
  if (matched === undefined || member === undefined) return null;
  const delivered = past.find((event) => event.type === 'AlertsDelivered' && event.data.userIds.includes(userId));
  const { listingId, n, kind, listing } = matched;
  return {
    listingId,
    n,
    kind,
    listing,
    member,
    sentAt: delivered?.type === 'AlertsDelivered' ? delivered.data.at : null,
  };
}
