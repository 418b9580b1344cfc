import type { ListingEvent } from '#domain/listing/events.ts';
import type { MarkEvent } from '#domain/member-listing/events.ts';
import { type MemberListingDoc, memberListings } from '#projections/member-listings.ts';
import { readPages } from '#projections/store/list-all.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** Listings that changed for one member, with the ids of the requests that caused it. */
export type ListingUpdate = { userId: string; ids: string[]; causes: string[] };

/** What connected members see otherwise: their own marks, and listings that were repriced, withdrawn or offered again. */
export async function findListingUpdates(
  views: Pick<ViewReader, 'list'>,
  events: StoredEvent[],
  isConnected: (userId: string) => boolean,
): Promise<ListingUpdate[]> {
  const marked = events.filter(isMarked).flatMap(({ data: { userId, listingId }, metadata: { requestId = '' } }) => {
    return isConnected(userId) ? [{ userId, ids: [listingId], causes: [requestId] }] : [];
  });
  const changed = new Set(events.filter(isChange).map(({ data }) => data.listingId));
  const idsByUser = new Map<string, string[]>();
  for (const listingId of changed) {
    for await (const docs of readPages<MemberListingDoc>(views, memberListings.view, { where: { listingId } })) {
      for (const { userId } of docs.filter((doc) => isConnected(doc.userId)))
        idsByUser.set(userId, [...(idsByUser.get(userId) ?? []), listingId]);
    }
  }
  return [...marked, ...Array.from(idsByUser, ([userId, ids]) => ({ userId, ids, causes: [''] }))];
}

function isMarked(event: StoredEvent): event is StoredEvent & MarkEvent {
  return event.type === 'ListingMarked';
}

type ChangeEvent = Extract<ListingEvent, { type: 'ListingFound' | 'ListingRepriced' | 'ListingWithdrawn' }>;

/** A listing that is found for the first time was sent to no member yet. */
function isChange(event: StoredEvent): event is StoredEvent & ChangeEvent {
  if (event.type === 'ListingFound') return event.revision > 0;
  return event.type === 'ListingRepriced' || event.type === 'ListingWithdrawn';
}
