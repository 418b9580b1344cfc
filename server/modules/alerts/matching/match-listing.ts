import { isInStream, listingStream } from '#domain/event-catalog/streams.ts';
import type { AlertedListing } from '#domain/alert/events.ts';
import type { Position, Recorded } from '#domain/shared/decider.ts';
import type { ListingEvent, ListingFacts } from '#domain/listing/events.ts';
import type { Filters } from '#domain/user/contract.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { ListingMatch } from './create-alerts.ts';
import { findFiltersAt, type MemberIndex } from '../member-index/members.ts';

/** Data that events do not carry themselves, by their position. */
type LoadedFacts = { filters: Map<Position, Filters | null>; facts: Map<Position, ListingFacts> };

/** Reads from the streams what events of a batch do not carry: a new member's filters, a cheaper listing's facts. */
export async function loadFacts(events: EventStore, batch: StoredEvent[]): Promise<LoadedFacts> {
  const known: LoadedFacts = { filters: new Map(), facts: new Map() };
  for (const event of batch) {
    const { position } = event;
    if (isInStream(event, 'user') && event.type === 'MembershipActivated') {
      known.filters.set(position, await findFiltersAt(events, event.data.userId, position));
    } else if (isInStream(event, 'listing') && isPriceDrop(event)) {
      const { events: past } = await events.read(listingStream(event.data.listingId));
      const facts = findFacts(past, position);
      if (facts !== null) known.facts.set(position, facts);
    }
  }
  return known;
}

/**
 * Matches a listing that was found, or found at its lowest price so far, against the members; null for any other event.
 */
export function matchListing(
  event: StoredEvent,
  known: LoadedFacts['facts'],
  members: MemberIndex,
): ListingMatch | null {
  if (!isInStream(event, 'listing')) return null;
  if (event.type === 'ListingFound') return matchMembers(event, event.data, event.data, members);
  if (event.type !== 'ListingRepriced' || !isPriceDrop(event)) return null;
  const facts = known.get(event.position);
  if (facts === undefined) throw new Error(`Listing ${event.data.listingId} fell in price, but was never found`);
  return matchMembers(event, event.data, facts, members);
}

function matchMembers(
  event: StoredEvent,
  now: { listingId: string; price: number },
  facts: ListingFacts,
  members: MemberIndex,
): ListingMatch {
  const { listingId, price } = now;
  const { title, details, link, imageUrl, propertyType, place } = facts;
  const { latitude, longitude, city, state, zipCode } = place;
  const listing: AlertedListing = { title, price, details, link, imageUrl, propertyType, city, state, zipCode };
  const matches = members.match({ latitude, longitude, price, propertyType });
  return { event, listingId, listing, isDrop: event.type === 'ListingRepriced', matches };
}

/** Only a price below the lowest seen so far is new to members. */
function isPriceDrop(event: ListingEvent): boolean {
  return event.type === 'ListingRepriced' && event.data.price < event.data.lowestBefore;
}

function findFacts(past: Recorded<ListingEvent>[], until: Position): ListingFacts | null {
  const found = past.findLast(({ type, position }) => type === 'ListingFound' && position <= until);
  return found?.type === 'ListingFound' ? found.data : null;
}
