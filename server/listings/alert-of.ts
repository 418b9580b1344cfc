import type { AlertEvent, MatchedMember } from '#domain/alert/events.ts';
import type { SharedAlert } from '#domain/alert/shown.ts';
import type { Recorded } from '#domain/decider.ts';
import { type EventStore, noStream } from '../event-store/port.ts';
import { alertStream } from '../scout/chunks.ts';

/** An alert as one member was matched for it; `sentAt` (ISO 8601) is null until it is delivered. */
export type OwnAlert = SharedAlert & { member: MatchedMember; sentAt: string | null };

/** The last alert of a listing that a user was matched for; null where there was none. */
export async function alertOf(events: EventStore, listingId: string, userId: string): Promise<OwnAlert | null> {
  let last: OwnAlert | null = null;
  for (let n = 0; ; n += 1) {
    const { events: past, revision } = await events.read(alertStream(listingId, n));
    if (revision === noStream) return last;
    last = ownIn(past as Recorded<AlertEvent>[], userId) ?? last; // alert streams have no others
  }
}

function ownIn(past: Recorded<AlertEvent>[], userId: string): OwnAlert | null {
  const matched = past.find((event) => event.type === 'AlertsMatched')?.data;
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
