import type { PropertyType } from '../contract.ts';
import type { ListingCommand } from '../decider.ts';
import type { ListingEvent } from '../events.ts';

export const listingId = 'l-1';
export const listingFacts = {
  listingId,
  source: 'wayne-auction',
  externalId: '17',
  parcel: null,
  title: 'House on Elm St',
  details: '',
  link: 'https://x.com/17',
  imageUrl: '',
  postedAt: null,
  place: {
    latitude: 42.3,
    longitude: -83.1,
    basis: 'zip',
    zipCode: '48204',
    city: 'Detroit',
    county: null,
    state: 'MI',
  },
  propertyType: 'house',
  reasons: [],
} as const;
export const createFoundEvent = (price: number): ListingEvent => ({
  type: 'ListingFound',
  data: { ...listingFacts, reasons: [], price },
});
export const createFindCommand = (price: number): ListingCommand => ({
  type: 'Find',
  data: { ...listingFacts, reasons: [], price },
});
const { title, details, link, imageUrl, propertyType, place } = listingFacts;
export const matchedFacts = { title, details, link, imageUrl, propertyType, place, reasons: [] };
export const createRepricedEvent = (previousPrice: number, price: number, lowestBefore: number): ListingEvent => ({
  type: 'ListingRepriced',
  data: { listingId, price, previousPrice, lowestBefore, facts: matchedFacts },
});
export const createRetypedEvent = (previousType: PropertyType, propertyType: PropertyType): ListingEvent => ({
  type: 'ListingRetyped',
  data: { listingId, price: 45_000, previousType, facts: { ...matchedFacts, propertyType } },
});
export const createRetypeCommand = (propertyType: PropertyType): ListingCommand => ({
  type: 'Retype',
  data: { listingId, propertyType },
});
export const heldItem = { listingId, source: 'wayne-auction', item: { title: 'House', link: 'x' }, reason: 'No price' };
export const heldEvent: ListingEvent = { type: 'ListingHeld', data: heldItem };
export const holdCommand: ListingCommand = { type: 'Hold', data: heldItem };
export const withdrawnEvent: ListingEvent = { type: 'ListingWithdrawn', data: { listingId, reason: 'Sold' } };
export const withdrawCommand: ListingCommand = { type: 'Withdraw', data: { listingId, reason: 'Sold' } };
export const repostData = {
  listingId,
  originalId: 'l-0',
  source: 's',
  externalId: null,
  link: 'https://x.com/18',
  evidence: { by: 'address', quote: '5120 maplewood street' },
} as const;
export const createRepostedEvent = (price: number): ListingEvent => ({
  type: 'ListingReposted',
  data: { ...repostData, price },
});
export const createRepostCommand = (price: number): ListingCommand => ({
  type: 'Repost',
  data: { ...repostData, price },
});
