import type { Recorded } from '#domain/shared/decider.ts';
import type { ListingEvent } from '#domain/listing/events.ts';

export const noSuchListing = 'No such listing';

type MatchEvent = Recorded<Extract<ListingEvent, { type: 'ListingFound' | 'ListingRepriced' | 'ListingRetyped' }>>;

/** Whether this event made the listing be matched against the members. */
export function isMatchEvent(event: Recorded<ListingEvent>): event is MatchEvent {
  if (event.type === 'ListingRepriced') return event.data.price < event.data.lowestBefore;
  return event.type === 'ListingFound' || event.type === 'ListingRetyped';
}
