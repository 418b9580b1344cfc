import { typeBitsEnd } from '#domain/listing/property-types.contract.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { milesBetween } from '#domain/geo/distance.ts';
import { createMatcher, type MatcherMember } from './matcher.ts';
import { createRecentListingsIndex, type IndexedListing } from './recent-listings-index.ts';

const types = ['house', 'mobile home', 'raw land', 'tiny home'] as const;
const detroit = { latitude: 42.366, longitude: -83.143 };
const search = {
  radius: 50,
  maxPrice: 54_000,
  typeBits: 0,
};
const day = (date: number) => Date.UTC(2026, 2, date, 12);
const createIndexed = (
  listingId: string,
  changes: Partial<IndexedListing> = {},
  price = 45_000,
  date = 10,
): IndexedListing => ({
  listingId,
  latitude: 42.3,
  longitude: -83.1,
  propertyType: 'house',
  occasions: [{ at: day(date), price, isDrop: false }],
  ...changes,
});
const within = { since: day(1), limit: 3 };

function after(...finds: IndexedListing[]) {
  const past = createRecentListingsIndex();
  for (const find of finds) past.set(find);
  return past;
}

describe('a search of recent listings', () => {
  it('A search of recent listings gives distance, price and time of a listing', () => {
    const { count, latest } = after(createIndexed('l-1')).search(detroit, search, within);
    expect(count).toBe(1);
    const { latitude, longitude } = createIndexed('l-1');
    const miles = milesBetween(detroit, createIndexed('l-1'));
    expect(latest).toEqual([{ listingId: 'l-1', latitude, longitude, at: day(10), price: 45_000, kind: 'new', miles }]);
  });

  it('A search of recent listings counts all and gives the newest three, newest first', () => {
    const past = after(...[4, 9, 2, 7, 5].map((date) => createIndexed(`l-${date}`, {}, 45_000, date)));
    const { count, latest } = past.search(detroit, search, within);
    expect(count).toBe(5);
    expect(latest.map(({ listingId }) => listingId)).toEqual(['l-9', 'l-7', 'l-5']);
  });

  it('A search of recent listings leaves out listings that are older, more expensive, farther away, of another type or removed', () => {
    const past = after(
      createIndexed('old', {}, 45_000, 1),
      createIndexed('dear', {}, 54_001),
      createIndexed('far', { latitude: 44 }),
      createIndexed('land', { propertyType: 'raw land' }),
      createIndexed('gone'),
    );
    past.remove('gone');
    expect(past.search(detroit, search, { ...within, since: day(2) })).toEqual({ count: 0, latest: [] });
  });

  it('A search of recent listings shows a listing as in its last alert', () => {
    const past = after(createIndexed('l-1', {}, 60_000), createIndexed('l-1', {}, 50_000));
    expect(past.search(detroit, search, within)).toMatchObject({ count: 1, latest: [{ price: 50_000 }] });
    past.forgetBefore(day(11));
    expect(past.search(detroit, search, within).count).toBe(0);
  });

  it('A search of recent listings agrees with the matcher on random listings', () => {
    const point = fc.record({
      latitude: fc.double({ min: 40, max: 45, noNaN: true }),
      longitude: fc.double({ min: -86, max: -80, noNaN: true }),
    });
    const member = fc.record({
      at: point,
      radius: fc.constantFrom(25, 50, 75, 100, 125, 150, 175, 200, 225, 250),
      maxPrice: fc.integer({ min: 0, max: 100 }),
      typeBits: fc.integer({ min: 0, max: typeBitsEnd - 1 }),
    });
    const listing = fc.record({
      at: point,
      price: fc.integer({ min: 1, max: 100 }),
      propertyType: fc.constantFrom(...types),
      /** At the very edge of the radius, where rounding would show. */
      onEdge: fc.boolean(),
    });
    fc.assert(
      fc.property(member, fc.array(listing, { maxLength: 20 }), ({ at, ...chosen }, listings) => {
        const placed = listings.map(({ at: own, onEdge, ...rest }) => ({
          ...rest,
          ...(onEdge
            ? { latitude: at.latitude + chosen.radius / ((Math.PI * 3958.8) / 180), longitude: at.longitude }
            : own),
        }));
        const matcher = createMatcher();
        const ann: MatcherMember = { ...chosen, ...at, userId: 'ann', zipCode: '48204' };
        matcher.set(ann);
        const past = after(
          ...placed.map((one, index) => ({
            listingId: `l-${index}`,
            latitude: one.latitude,
            longitude: one.longitude,
            propertyType: one.propertyType,
            occasions: [{ at: day(10), price: one.price, isDrop: false }],
          })),
        );
        const { count, latest } = past.search(at, chosen, { ...within, limit: 100 });
        const expected = placed.flatMap((one, index) => (matcher.match(one).count === 1 ? [`l-${index}`] : []));
        expect(latest.map(({ listingId }) => listingId).toSorted()).toEqual(expected.toSorted());
        expect(count).toBe(expected.length);
      }),
      { numRuns: 500 },
    );
  });
});
