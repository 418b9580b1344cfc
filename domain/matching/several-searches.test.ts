import fc from 'fast-check';
import { expect, it } from 'vitest';
import { milesBetween } from '#domain/geo/distance.ts';
import { getTypeBit, propertyTypes, typeBitsEnd } from '#domain/listing/property-types.contract.ts';
import { createMatcher, type MatchedListing, type MatcherMember } from './matcher.ts';

const radii = [25, 50, 75, 100, 125, 150, 175, 200, 225, 250];

const point = {
  latitude: fc.double({ min: 41, max: 45, noNaN: true }),
  longitude: fc.double({ min: -86, max: -81, noNaN: true }),
};
const search = fc.record({
  ...point,
  radius: fc.constantFrom(...radii),
  maxPrice: fc.integer({ min: 0, max: 150 }).map((thousands) => thousands * 1000),
  typeBits: fc.integer({ min: 0, max: typeBitsEnd - 1 }),
  /** A first search without a ZIP does not run, and neither does a paused further one. */
  runs: fc.boolean(),
});
const listings = fc.array(
  fc.record({
    ...point,
    price: fc.integer({ min: 1, max: 120_000 }),
    propertyType: fc.constantFrom(...propertyTypes),
  }),
  { minLength: 1, maxLength: 20 },
);
const members = fc.array(fc.array(search, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 12 });

type RandomSearch = typeof search extends fc.Arbitrary<infer T> ? T : never;

function toEntry(values: RandomSearch, member: number, nth: number): MatcherMember {
  const { latitude, longitude, radius, maxPrice, typeBits } = values;
  const criteria = { latitude, longitude, radius, maxPrice, typeBits };
  const zipCode = String(10_000 + member * 10 + nth);
  const further = { searchId: `search-${member}-${nth}`, name: `Name ${nth}` };
  return { ...criteria, zipCode, userId: `member-${member}`, ...(nth > 0 && { further }) };
}

function fits(entry: MatcherMember, listing: MatchedListing): boolean {
  const typeBit = getTypeBit(listing.propertyType);
  return (
    listing.price <= entry.maxPrice &&
    (entry.typeBits & typeBit) === typeBit &&
    milesBetween(entry, listing) <= entry.radius
  );
}

/** What a match must be, by comparing each search. */
function findExpected(entries: MatcherMember[], listing: MatchedListing) {
  const fitting = entries.filter((entry) => fits(entry, listing));
  return [...Map.groupBy(fitting, ({ userId }) => userId)].map(([userId, own]) => ({
    userId,
    searches: own.map(({ further, radius, maxPrice, ...centre }) => ({
      searchId: further?.searchId ?? '1',
      name: further?.name ?? 'Search 1',
      miles: Math.round(milesBetween(centre, listing) * 10) / 10,
      radius,
      maxPrice,
    })),
  }));
}

const compareIds = (some: { userId: string }, other: { userId: string }) => (some.userId < other.userId ? -1 : 1);

it('A match of members with several searches has each fitting member once, with all fitting searches and no others', () => {
  fc.assert(
    fc.property(members, listings, fc.array(fc.nat(), { maxLength: 30 }), (all, found, removals) => {
      const matcher = createMatcher();
      const entries = all.flatMap((searches, member) =>
        searches.flatMap((values, nth) => (values.runs ? [toEntry(values, member, nth)] : [])),
      );
      for (const entry of entries) matcher.set(entry);
      const left = entries.filter((_, index) => !removals.includes(index));
      for (const { userId, further } of entries.filter((entry) => !left.includes(entry)))
        matcher.remove(further?.searchId ?? userId);
      expect(matcher.size).toBe(left.length);
      for (const listing of found) {
        const result = matcher.match(listing);
        const matched = result.toArray();
        expect(result.count).toBe(matched.length);
        expect(
          matched.toSorted(compareIds).map(({ userId, figures, searches }) => ({
            userId,
            searches: searches ?? [{ searchId: '1', name: 'Search 1', ...figures }],
          })),
        ).toEqual(findExpected(left, listing).toSorted(compareIds));
        for (const { figures, searches: [first] = [] } of matched)
          expect(figures).toEqual(
            first ? { miles: first.miles, radius: first.radius, maxPrice: first.maxPrice } : figures,
          );
      }
    }),
    { numRuns: 100 },
  );
});

it('A match leaves out the names of searches where only the first one fits', () => {
  const matcher = createMatcher();
  const centre = { latitude: 42.366, longitude: -83.143, zipCode: '48204', userId: 'ann', typeBits: 0 };
  matcher.set({ ...centre, radius: 50, maxPrice: 54_000 });
  matcher.set({ ...centre, radius: 50, maxPrice: 1000, further: { searchId: 's-1', name: 'Cheap' } });
  const listing = { latitude: 42.3, longitude: -83.1, price: 45_000, propertyType: 'house' } as const;
  expect(matcher.match(listing).toArray()).toEqual([
    { userId: 'ann', figures: { miles: 5.1, radius: 50, maxPrice: 54_000 } },
  ]);
  expect(matcher.match({ ...listing, price: 1000 }).toArray()).toMatchObject([
    { userId: 'ann', searches: [{ searchId: '1' }, { searchId: 's-1' }] },
  ]);
});
