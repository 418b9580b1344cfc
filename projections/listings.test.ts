import { describe, expect, it } from 'vitest';
import type { Place } from '#domain/listing/events.ts';
import { listings } from './listings.ts';
import { review } from './review.ts';
import { type Fact, viewAfter } from './testing/given.ts';

const place: Place = {
  latitude: 42.36,
  longitude: -83.13,
  basis: 'zip',
  zipCode: '48204',
  city: 'Detroit',
  state: 'MI',
};
const facts = {
  source: 'wayne-auction',
  externalId: '17',
  title: 'House on Elm St',
  details: 'As is.',
  link: 'https://x.com/17',
  imageUrl: '',
  postedAt: null,
  propertyType: 'house' as const,
  reasons: [{ says: 'house', quote: 'House' }],
};
const found = (price: number, listingId = 'l-1'): Fact => ({
  type: 'ListingFound',
  data: { listingId, ...facts, price, place },
});
const repriced = (previousPrice: number, price: number): Fact => ({
  type: 'ListingRepriced',
  data: { listingId: 'l-1', price, previousPrice, lowestBefore: previousPrice },
});
const reposted = (listingId: string): Fact => ({
  type: 'ListingReposted',
  data: { listingId, originalId: 'l-1', source: 's', externalId: null, link: 'https://x.com/18', price: 45_000 },
});
const withdrawn = (listingId = 'l-1'): Fact => ({ type: 'ListingWithdrawn', data: { listingId, reason: 'Sold' } });
const held = (listingId: string, reason = 'No price'): Fact => ({
  type: 'ListingHeld',
  data: { listingId, source: 's', item: { title: 'House' }, reason },
});

describe('the listings view', () => {
  const after = (...past: Fact[]) => viewAfter(listings, past);

  it('holds a found listing with its place beside the rest', () => {
    expect(after(found(45_000)).get('l-1')).toEqual({
      id: 'l-1',
      status: 'found',
      ...facts,
      ...place,
      price: 45_000,
      lowest: 45_000,
      repostIds: [],
      foundAt: '2026-03-01T12:00:00.000Z',
    });
  });

  it('follows the price and keeps the lowest', () => {
    const doc = after(found(45_000), repriced(45_000, 40_000), repriced(40_000, 50_000)).get('l-1');
    expect(doc).toMatchObject({ price: 50_000, lowest: 40_000 });
  });

  it('leads from a repost to its original, which counts it once', () => {
    const docs = after(found(45_000), reposted('l-2'), reposted('l-3'), reposted('l-2'));
    expect(docs.get('l-2')).toEqual({ id: 'l-2', status: 'reposted', originalId: 'l-1' });
    expect(docs.get('l-1')).toMatchObject({ status: 'found', repostIds: ['l-2', 'l-3'] });
  });

  it('marks what was withdrawn, and finds it again with its history', () => {
    const gone = [found(45_000), repriced(45_000, 40_000), reposted('l-2'), withdrawn()];
    expect(after(...gone).get('l-1')).toMatchObject({ status: 'withdrawn' });
    expect(after(...gone, found(50_000)).get('l-1')).toMatchObject({
      status: 'found',
      price: 50_000,
      lowest: 40_000,
      repostIds: ['l-2'],
      foundAt: '2026-03-01T12:04:00.000Z',
    });
  });

  it('knows nothing of a held item that was dismissed', () => {
    expect(after(held('l-9'), withdrawn('l-9')).size).toBe(0);
  });
});

describe('the review', () => {
  const after = (...past: Fact[]) => viewAfter(review, past);

  it('holds an item as it came, with the reason', () => {
    expect(after(held('l-1')).get('l-1')).toEqual({
      id: 'l-1',
      source: 's',
      item: { title: 'House' },
      reason: 'No price',
      position: 1,
      heldAt: '2026-03-01T12:00:00.000Z',
    });
  });

  it('holds the latest of an item that came again', () => {
    expect(after(held('l-1'), held('l-1', 'No place')).get('l-1')).toMatchObject({ reason: 'No place', position: 2 });
  });

  it.each([
    ['found', found(45_000, 'l-2')],
    ['recognised as a repost', reposted('l-2')],
    ['dismissed', withdrawn('l-2')],
  ])('lets go of an item that was %s', (_how, fact) => {
    expect([...after(held('l-2'), held('l-3'), fact).keys()]).toEqual(['l-3']);
  });
});
