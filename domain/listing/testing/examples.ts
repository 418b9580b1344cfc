import type { ListingCommand } from '../decider.ts';
import type { ListingEvent } from '../events.ts';

export const listingId = 'l-1';
export const facts = {
  listingId,
  source: 'wayne-auction',
  externalId: '17',
  title: 'House on Elm St',
  details: '',
  link: 'https://x.com/17',
  imageUrl: '',
  postedAt: null,
  place: { latitude: 42.3, longitude: -83.1, basis: 'zip', zipCode: '48204', city: 'Detroit', state: 'MI' },
  propertyType: 'house',
  reasons: [],
} as const;
export const found = (price: number): ListingEvent => ({
  type: 'ListingFound',
  data: { ...facts, reasons: [], price },
});
export const find = (price: number): ListingCommand => ({ type: 'Find', data: { ...facts, reasons: [], price } });
export const repriced = (previousPrice: number, price: number, lowestBefore: number): ListingEvent => ({
  type: 'ListingRepriced',
  data: { listingId, price, previousPrice, lowestBefore },
});
export const heldItem = { listingId, source: 'wayne-auction', item: { title: 'House', link: 'x' }, reason: 'No price' };
export const held: ListingEvent = { type: 'ListingHeld', data: heldItem };
export const hold: ListingCommand = { type: 'Hold', data: heldItem };
export const withdrawn: ListingEvent = { type: 'ListingWithdrawn', data: { listingId, reason: 'Sold' } };
export const withdraw: ListingCommand = { type: 'Withdraw', data: { listingId, reason: 'Sold' } };
export const again = { listingId, originalId: 'l-0', source: 's', externalId: null, link: 'https://x.com/18' };
export const reposted = (price: number): ListingEvent => ({ type: 'ListingReposted', data: { ...again, price } });
export const repost = (price: number): ListingCommand => ({ type: 'Repost', data: { ...again, price } });
