import type { AlertedListing, AlertedMember } from '#domain/alert/events.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import type { Fact } from './project-view.ts';

/** Noon of a day of March 2026. */
export function toMarchNoon(date: number): string {
  return `2026-03-${String(date).padStart(2, '0')}T12:00:00.000Z`;
}

export function userRegistered(userId: string, email = `${userId}@x.com`): Fact {
  return { type: 'UserRegistered', data: { userId, email, role: 'none' }, actor: userId };
}

export function userDeleted(userId: string): Fact {
  return { type: 'UserDeleted', data: { userId }, actor: 'root' };
}

export const detroit: ListingLocation = {
  latitude: 42.36,
  longitude: -83.13,
  basis: 'zip',
  zipCode: '48204',
  city: 'Detroit',
  county: null,
  state: 'MI',
};

export const elmStreet = {
  source: 'wayne-auction',
  externalId: '17',
  parcel: null,
  title: 'House on Elm St',
  details: 'As is.',
  link: 'https://x.com/17',
  imageUrl: '',
  postedAt: null,
  propertyType: 'house' as const,
  reasons: [
    { says: 'house', quote: 'House' },
    { says: 'Inherited', quote: 'Heirs' },
  ],
};

export function listingFound(listingId: string, price: number, title = elmStreet.title): Fact {
  return { type: 'ListingFound', data: { listingId, ...elmStreet, title, price, place: detroit } };
}

export function listingHeld(listingId: string, reason = 'No price'): Fact {
  return { type: 'ListingHeld', data: { listingId, source: 's', item: { title: 'House' }, reason } };
}

/** A repost of the listing `l-1`. */
export function listingReposted(listingId: string): Fact {
  const evidence = { by: 'parcel', quote: '21045331' } as const;
  const item = { source: 's', externalId: null, link: 'https://x.com/18', price: 45_000 };
  return { type: 'ListingReposted', data: { listingId, originalId: 'l-1', ...item, evidence } };
}

/** The facts that a price change of it repeats. */
export const elmStreetFacts = {
  title: elmStreet.title,
  details: elmStreet.details,
  link: elmStreet.link,
  imageUrl: elmStreet.imageUrl,
  propertyType: elmStreet.propertyType,
  place: detroit,
  reasons: elmStreet.reasons,
};

/** The filters of every matched member in these examples. */
export const matchFigures = { miles: 12.4, radius: 50, maxPrice: 54_000 };

const { title, details, link, imageUrl, propertyType, reasons: signals } = elmStreet;
const { city, county, state, zipCode } = detroit;
const price = { price: 45_000, previousPrice: null };
const place = { city, county, state, zipCode, isApproximate: true };
const listing: AlertedListing = { title, details, link, imageUrl, propertyType, signals, ...price, ...place };
const toKind = (n: number) => (n === 0 ? 'new' : 'price drop');

/** A member's token in these examples is `token-` and the user's id. */
function toMember(userId: string): AlertedMember {
  return { userId, figures: matchFigures, token: `token-${userId}` };
}

export function alertsMatched(listingId: string, n: number, ...userIds: string[]): Fact {
  return { type: 'AlertsMatched', data: { listingId, n, kind: toKind(n), listing, members: userIds.map(toMember) } };
}

export function alertsWithheld(listingId: string, n: number, ...userIds: string[]): Fact {
  const data = { listingId, n, reason: 'listing withdrawn' as const, userIds, at: toMarchNoon(9) };
  return { type: 'AlertsWithheld', data, actor: 'scout' };
}

export function alertsDelivered(listingId: string, n: number, at: string, ...userIds: string[]): Fact {
  const shared = { listingId, n, kind: toKind(n), mode: 'immediate', listing, foundAt: at, at } as const;
  return { type: 'AlertsDelivered', data: { ...shared, members: userIds.map(toMember) }, actor: 'scout' };
}
