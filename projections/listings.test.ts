import { describe, expect, it } from 'vitest';
import { findListing, listings, readListingsFoundUntil } from './listings.ts';
import {
  detroit,
  elmStreet,
  elmStreetFacts,
  listingFound,
  listingHeld,
  listingReposted,
} from './testing/example-events.ts';
import { type Fact, projectView } from './testing/project-view.ts';
import { projectViews } from './testing/project-views.ts';

const repriced = (previousPrice: number, price: number): Fact => ({
  type: 'ListingRepriced',
  data: { listingId: 'l-1', price, previousPrice, lowestBefore: previousPrice, facts: elmStreetFacts },
});
const withdrawn = (listingId = 'l-1'): Fact => ({ type: 'ListingWithdrawn', data: { listingId, reason: 'Sold' } });

describe('the listings view', () => {
  const after = (...past: Fact[]) => projectView(listings, past);

  it('The listings view holds a found listing with its place', () => {
    expect(after(listingFound('l-1', 45_000)).get('l-1')).toEqual({
      id: 'l-1',
      status: 'found',
      ...elmStreet,
      ...detroit,
      price: 45_000,
      lowest: 45_000,
      repostIds: [],
      pictureIds: [],
      foundAt: '2026-03-01T12:00:00.000Z',
      news: [{ at: '2026-03-01T12:00:00.000Z', price: 45_000, isDrop: false }],
      newsAt: '2026-03-01T12:00:00.000Z',
      withdrawal: null,
    });
  });

  it('The listings view records an occasion only for a price below the lowest ever', () => {
    const higher: Fact = {
      type: 'ListingRepriced',
      data: { listingId: 'l-1', price: 42_000, previousPrice: 50_000, lowestBefore: 40_000, facts: elmStreetFacts },
    };
    const past = [listingFound('l-1', 45_000), repriced(45_000, 40_000), repriced(40_000, 50_000), higher];
    expect(after(...past).get('l-1')).toMatchObject({
      news: [
        { at: '2026-03-01T12:00:00.000Z', price: 45_000, isDrop: false },
        { at: '2026-03-01T12:01:00.000Z', price: 40_000, isDrop: true },
      ],
      newsAt: '2026-03-01T12:01:00.000Z',
    });
  });

  it('The listings view follows a corrected type, which is an occasion to be matched', () => {
    const facts = { ...elmStreetFacts, propertyType: 'raw land' as const, reasons: [] };
    const data = { listingId: 'l-1', price: 45_000, previousType: 'house' as const, facts };
    expect(after(listingFound('l-1', 45_000), { type: 'ListingRetyped', data }).get('l-1')).toMatchObject({
      propertyType: 'raw land',
      reasons: [],
      news: [{ at: '2026-03-01T12:00:00.000Z' }, { at: '2026-03-01T12:01:00.000Z', price: 45_000, isDrop: false }],
      newsAt: '2026-03-01T12:01:00.000Z',
    });
  });

  it('The listings view follows the price and keeps the lowest', () => {
    const doc = after(listingFound('l-1', 45_000), repriced(45_000, 40_000), repriced(40_000, 50_000)).get('l-1');
    expect(doc).toMatchObject({ price: 50_000, lowest: 40_000 });
  });

  it('The listings view resolves a repost to its original, which counts it once', () => {
    const docs = after(
      listingFound('l-1', 45_000),
      listingReposted('l-2'),
      listingReposted('l-3'),
      listingReposted('l-2'),
    );
    expect(docs.get('l-2')).toEqual({ id: 'l-2', status: 'reposted', originalId: 'l-1' });
    expect(docs.get('l-1')).toMatchObject({ status: 'found', repostIds: ['l-2', 'l-3'] });
  });

  it('The listings view marks a withdrawn listing, and keeps its history when it is found again', () => {
    const gone = [listingFound('l-1', 45_000), repriced(45_000, 40_000), listingReposted('l-2'), withdrawn()];
    const withdrawal = { at: '2026-03-01T12:03:00.000Z', reason: 'Sold' };
    expect(after(...gone).get('l-1')).toMatchObject({ status: 'withdrawn', withdrawal });
    expect(after(...gone, listingFound('l-1', 50_000)).get('l-1')).toMatchObject({
      status: 'found',
      price: 50_000,
      lowest: 40_000,
      repostIds: ['l-2'],
      foundAt: '2026-03-01T12:04:00.000Z',
    });
  });

  it('The listings view has no document of a held item that was dismissed', () => {
    expect(after(listingHeld('l-9'), withdrawn('l-9')).size).toBe(0);
  });
});

describe('the active listings', () => {
  const facts: Fact[] = [
    listingFound('l-1', 45_000, 'First'),
    listingFound('l-2', 45_000, 'Second'),
    listingFound('l-3', 45_000, 'Third'),
    withdrawn('l-2'),
    listingReposted('l-4'),
  ];

  it('The active listings come newest first', async () => {
    const titles: string[] = [];
    const query = { status: 'found' as const, pageSize: 10 };
    for await (const { title } of readListingsFoundUntil(await projectViews(facts), query)) titles.push(title);
    expect(titles).toEqual(['Third', 'First']);
  });

  it('The active listings are found by their own id and by that of a repost', async () => {
    const views = await projectViews(facts);
    expect(await findListing(views, 'l-1')).toMatchObject({ title: 'First' });
    expect(await findListing(views, 'l-4')).toMatchObject({ id: 'l-1', title: 'First' });
    expect(await findListing(views, 'l-9')).toBeNull();
  });
});
