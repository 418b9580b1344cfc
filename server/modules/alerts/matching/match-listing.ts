import { copyListing } from '#domain/alert/alert-view.ts';
import { isInStream } from '#domain/event-catalog/streams.ts';
import type { MatchedFacts } from '#domain/listing/events.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { ListingMatch } from './create-alerts.ts';
import type { MemberIndex } from '../member-index/members.ts';

/**
 * Matches a listing that was found, got another type or fell to its lowest price so far against the members; null for
 * any other event.
 */
export function matchListing(event: StoredEvent, members: MemberIndex): ListingMatch | null {
  if (!isInStream(event, 'listing')) return null;
  if (event.type === 'ListingFound') return matchMembers(event, event.data, event.data, members);
  // Members who were matched at this price are not alerted again.
  if (event.type === 'ListingRetyped') return matchMembers(event, event.data, event.data.facts, members);
  // Only a price below the lowest seen so far is new to members.
  if (event.type !== 'ListingRepriced' || event.data.price >= event.data.lowestBefore) return null;
  return matchMembers(event, event.data, event.data.facts, members);
}

function matchMembers(
  event: StoredEvent,
  now: { listingId: string; price: number; lowestBefore?: number },
  facts: MatchedFacts,
  members: MemberIndex,
): ListingMatch {
  const { listingId, price, lowestBefore: previousPrice = null } = now;
  const { propertyType, place } = facts;
  const listing = copyListing(facts, { price, previousPrice });
  const matches = members.match({ latitude: place.latitude, longitude: place.longitude, price, propertyType });
  return { event, listingId, listing, isDrop: previousPrice !== null, matches };
}
