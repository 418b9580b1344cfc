import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyFilters } from '#domain/user/state.ts';
import { describeForAdmin } from './describe-for-admin.ts';
import { describeForUser, explainMatch, isFullMatch, type ListingSnapshot, type UserSearch } from './explain.ts';
import { toSearchCriteria } from './match-rules.ts';
import { createMatcher } from './matcher.ts';

const detroit = { latitude: 42.366, longitude: -83.143 };
const listing: ListingSnapshot = {
  latitude: 42.3,
  longitude: -83.1,
  price: 45_000,
  propertyType: 'house',
  isAvailable: true,
};
type Seeker = UserSearch & Parameters<typeof explainMatch>[1];
const ann: Seeker = {
  account: 'registered',
  isMember: true,
  id: '1',
  name: 'Search 1',
  paused: false,
  filters: { ...emptyFilters, zipCode: '48204' },
  centre: detroit,
};

const explain = (changes: Partial<ListingSnapshot>, seeker: Seeker = ann) =>
  explainMatch({ ...listing, ...changes }, seeker, [seeker]).conditions;
const misses = (changes: Partial<ListingSnapshot>, seeker?: Seeker) =>
  explain(changes, seeker)
    .filter(({ holds }) => !holds)
    .map((result) => [result.rule, describeForUser(result)]);
const adminTexts = (changes: Partial<ListingSnapshot>, seeker?: Seeker) =>
  explain(changes, seeker).map((result) => `${result.holds ? 'yes' : 'NO'} ${describeForAdmin(result)}`);

describe('the reasons', () => {
  it('The reasons of a match give the figures of every rule', () => {
    expect(explain({}).map(describeForUser)).toEqual([
      'Listing available',
      'Your membership is active',
      'ZIP code 48204 known',
      '5.1 mi from 48204 (within 50)',
      '$45,000, $9,000 under your $54,000 max',
      'Houses always included',
    ]);
    expect(isFullMatch(explain({}))).toBe(true);
  });

  it('The reasons of a miss say what does not fit, and by how much', () => {
    expect(misses({ latitude: 44 })).toEqual([['distance', '112.9 mi from 48204 (outside 50)']]);
    expect(misses({ price: 60_000 })).toEqual([['price', '$60,000, $6,000 over your $54,000 max']]);
    expect(misses({ propertyType: 'raw land' })).toEqual([['type', 'Raw land: not in your filters']]);
    expect(misses({}, { ...ann, isMember: false })).toEqual([
      ['membership', 'Your membership is inactive; only members get alerts'],
    ]);
  });

  it('The reasons name a missing or unknown ZIP', () => {
    expect(misses({}, { ...ann, filters: emptyFilters, centre: null })).toEqual([['zip', 'No ZIP code set']]);
    expect(misses({}, { ...ann, filters: { ...emptyFilters, zipCode: '00000' }, centre: null })).toEqual([
      ['zip', 'ZIP code 00000 is not known. Check it, or use one nearby.'],
    ]);
  });

  it('The reasons for admins give the figures of every rule, whether it holds or not', () => {
    const set: Seeker = { ...ann, filters: { ...ann.filters, mileageRadius: 75, maxPrice: 45_000 } };
    expect(adminTexts({ propertyType: 'raw land' }, set)).toEqual([
      'yes Listing available',
      'yes Active member',
      'yes ZIP code 48204 known',
      'yes 5.1 mi, 69.9 miles within 75',
      'yes $45,000, exactly the max of $45,000',
      'NO Raw land not included',
    ]);
    expect(adminTexts({ latitude: 44, price: 60_000 }, { ...set, isMember: false })).toEqual([
      'yes Listing available',
      'NO Not an active member',
      'yes ZIP code 48204 known',
      'NO 112.9 mi, 37.9 miles beyond 75',
      'NO $60,000, $15,000 over the max of $45,000',
      'yes Houses always included',
    ]);
  });

  it('The reasons for admins say which limits were never set', () => {
    expect(adminTexts({ latitude: 44, price: 56_000 })).toEqual(
      expect.arrayContaining([
        'NO 112.9 mi, 62.9 miles beyond 50 (default)',
        'NO $56,000, $2,000 over the max of $54,000 (default)',
      ]),
    );
  });

  it('The reasons for admins name a missing or unknown ZIP', () => {
    expect(adminTexts({}, { ...ann, filters: emptyFilters, centre: null })).toContain('NO No ZIP code set');
    expect(adminTexts({}, { ...ann, centre: null })).toContain('NO Unknown ZIP code 48204');
  });

  it('The reasons for admins name a withdrawn listing, and a user without an account', () => {
    expect(adminTexts({ isAvailable: false })[0]).toBe('NO Listing withdrawn');
    expect(isFullMatch(explain({ isAvailable: false }))).toBe(false);
    expect(adminTexts({}, { ...ann, account: 'unregistered', isMember: false })).toContain(
      'NO Not an active member, no account yet',
    );
    expect(adminTexts({}, { ...ann, account: 'deleted', isMember: false })).toContain(
      'NO Not an active member, account deleted',
    );
  });

  it('The reasons are those of the nearest search, and a paused search is no match', () => {
    const dear = { ...ann, id: '2', name: 'Dear', filters: { ...ann.filters, maxPrice: 90_000 } };
    const nearestOf = (price: number, ...searches: UserSearch[]) => {
      const { conditions, searches: sorted } = explainMatch({ ...listing, price }, ann, searches);
      return [
        sorted.map(({ id }) => id).join(),
        conditions
          .filter(({ holds }) => !holds)
          .map(describeForUser)
          .join(),
      ];
    };
    expect(nearestOf(45_000, ann, dear)).toEqual(['1,2', '']);
    expect(nearestOf(60_000, ann, dear)).toEqual(['2,1', '']);
    expect(nearestOf(60_000, ann, { ...dear, paused: true })).toEqual(['1,2', '$60,000, $6,000 over your $54,000 max']);
    expect(nearestOf(45_000, { ...dear, paused: true })).toEqual(['2', 'Search paused']);
    expect(describeForAdmin({ rule: 'paused', holds: false })).toBe('Search paused');
  });

  it('The reasons all hold for exactly the members that the matcher finds, with its figures', () => {
    const point = fc.record({
      latitude: fc.double({ min: 41, max: 44, noNaN: true }),
      longitude: fc.double({ min: -85, max: -81, noNaN: true }),
    });
    const prices = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constantFrom(45_000, 54_000));
    const filters = fc.record({
      maxPrice: fc.option(prices),
      mileageRadius: fc.option(fc.constantFrom(25, 50, 100, 250)),
      includeMobileHomes: fc.boolean(),
      includeRawLand: fc.boolean(),
      includeTinyHomes: fc.boolean(),
    });
    const offerFacts = fc.record({
      at: point,
      price: prices,
      propertyType: fc.constantFrom(
        'house' as const,
        'mobile home' as const,
        'raw land' as const,
        'tiny home' as const,
      ),
    });
    fc.assert(
      fc.property(point, filters, offerFacts, fc.boolean(), (centre, changes, { at, ...offer }, isMember) => {
        const own = { ...emptyFilters, ...changes, zipCode: '48204' };
        const offeredListing = { ...offer, ...at, isAvailable: true };
        const conditions = explain(offeredListing, { ...ann, isMember, filters: own, centre });
        const matcher = createMatcher();
        if (isMember) matcher.set({ ...toSearchCriteria(own), ...centre, userId: 'ann', zipCode: '48204' });
        const [matched] = matcher.match(offeredListing).toArray();
        expect(isFullMatch(conditions)).toBe(matched !== undefined);
        if (matched) expect(Object.assign({}, ...conditions)).toMatchObject(matched.figures);
      }),
      { numRuns: 500 },
    );
  });
});
