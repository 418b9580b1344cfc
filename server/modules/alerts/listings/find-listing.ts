import type { Recorded } from '#domain/shared/decider.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import { findListing, type FoundListingDoc } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';

export const noSuchListing = 'No such listing';

/** By its own id, by that of a repost, or by that of an alert, which ends in a number. */
export async function findListingByAnyId(views: ViewReader, id: string): Promise<FoundListingDoc | null> {
  const ofAlertId = /^(.+)-\d{1,9}$/.exec(id)?.[1];
  return (await findListing(views, id)) ?? (ofAlertId === undefined ? null : await findListing(views, ofAlertId));
}

type MatchEvent = Recorded<Extract<ListingEvent, { type: 'ListingFound' | 'ListingRepriced' }>>;

/** Whether this event made the listing be matched against the members. */
export function isMatchEvent(event: Recorded<ListingEvent>): event is MatchEvent {
  if (event.type === 'ListingRepriced') return event.data.price < event.data.lowestBefore;
  return event.type === 'ListingFound';
}
