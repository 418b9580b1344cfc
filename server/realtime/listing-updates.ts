import { isInStream } from '#domain/event-catalog/streams.ts';
import type { MarkEvent } from '#domain/member-listing/events.ts';
import { readListingsOfAll } from '#projections/lists/member-listing-pages.ts';
import { memberListings } from '#projections/member-listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** Listings that changed for one member, with the ids of the requests that caused it. */
export type ListingUpdate = { userId: string; ids: string[]; causes: string[] };

/**
 * What connected members see otherwise: their own marks, and listings that were repriced, withdrawn, offered again or
 * got pictures.
 */
export async function findListingUpdates(
  views: Pick<ViewReader, 'list'>,
  events: StoredEvent[],
  isConnected: (userId: string) => boolean,
): Promise<ListingUpdate[]> {
  const marked = events
    .filter(isMarked)
    .flatMap(({ data: { members }, metadata: { requestId = '' } }) =>
      members.flatMap(({ userId, listingId }) =>
        listingId !== null && isConnected(userId) ? [{ userId, ids: [listingId], causes: [requestId] }] : [],
      ),
    );
  const changed = new Set(events.flatMap(findChangedListing));
  const idsByUser = new Map<string, string[]>();
  for (const listingId of changed) {
    for await (const docs of readListingsOfAll(views, { listingId })) {
      for (const { userId } of docs.filter((doc) => isConnected(doc.userId)))
        idsByUser.set(userId, [...(idsByUser.get(userId) ?? []), listingId]);
    }
  }
  return [...marked, ...Array.from(idsByUser, ([userId, ids]) => ({ userId, ids, causes: [''] }))];
}

function isMarked(event: StoredEvent): event is StoredEvent & MarkEvent {
  return event.type === 'ListingMarked';
}

/** The listing whose documents of all members an event changes. */
function findChangedListing(event: StoredEvent): string[] {
  if (isInStream(event, 'pictures')) return [event.data.listingId];
  if (!memberListings.handles.some((type) => type === event.type)) return [];
  // The projection is given only events of the types that it handles.
  const relation = memberListings.relatedTo?.(event as Parameters<typeof memberListings.idsOf>[0]);
  return relation?.field === 'listingId' ? [relation.value] : [];
}
