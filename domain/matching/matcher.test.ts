import { randomUUID } from 'node:crypto';
import { getTypeBit, propertyTypes, typeBitsEnd } from '#domain/listing/property-types.contract.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchedMember } from '#domain/matching/index/matched-member.ts';
import { milesBetween } from '#domain/geo/distance.ts';
import { createMatcher, type MatchedListing, type MatcherMember } from './matcher.ts';

const radii = [25, 50, 75, 100, 125, 150, 175, 200, 225, 250];
const types = propertyTypes;

const ann: MatcherMember = {
  userId: 'ann',
  zipCode: '48204',
  latitude: 42.366,
  longitude: -83.143,
  radius: 50,
  maxPrice: 54_000,
  typeBits: 0,
};
const nearAnn: MatchedListing = { latitude: 42.3, longitude: -83.1, price: 45_000, propertyType: 'house' };

const wants = ({ typeBits }: MatcherMember, { propertyType }: MatchedListing) => {
  const bit = getTypeBit(propertyType);
  return (typeBits & bit) === bit;
};

describe('a match', () => {
  const findMatches = (member: MatcherMember, listing: MatchedListing) => {
    const matcher = createMatcher();
    matcher.set(member);
    return matcher.match(listing).toArray();
  };

  it('A match contains the members, their distances, and the filters used', () => {
    expect(findMatches(ann, nearAnn)).toEqual([
      { userId: 'ann', figures: { miles: 5.1, radius: 50, maxPrice: 54_000 } },
    ]);
  });

  it('A match includes a price equal to the limit, and none above', () => {
    expect(findMatches(ann, { ...nearAnn, price: 54_000 })).toHaveLength(1);
    expect(findMatches(ann, { ...nearAnn, price: 54_001 })).toHaveLength(0);
  });

  it('A match includes a distance equal to the radius, and none above', () => {
    const miles = milesBetween(ann, nearAnn);
    expect(findMatches({ ...ann, radius: miles }, nearAnn)).toHaveLength(1);
    expect(findMatches({ ...ann, radius: miles - 1e-9 }, nearAnn)).toHaveLength(0);
    expect(findMatches({ ...ann, radius: miles + 1e-9 }, nearAnn)).toHaveLength(1);
  });

  it.each(types.slice(1))('A match includes a %s only for members who asked for it', (propertyType) => {
    const annWithType = { ...ann, typeBits: getTypeBit(propertyType) };
    expect(findMatches(ann, { ...nearAnn, propertyType })).toHaveLength(0);
    expect(findMatches(annWithType, { ...nearAnn, propertyType })).toHaveLength(1);
  });

  it('A match works across the date line and around the pole', () => {
    const adak = { ...ann, latitude: 51.88, longitude: -179.9, radius: 50 };
    expect(findMatches(adak, { ...nearAnn, latitude: 51.9, longitude: 179.9 })).toHaveLength(1);
    const north = { ...ann, latitude: 89.9, longitude: 10, radius: 25 };
    expect(findMatches(north, { ...nearAnn, latitude: 89.9, longitude: -170 })).toHaveLength(1);
  });

  it('A match follows changes of filters, moves and removals', () => {
    const matcher = createMatcher();
    matcher.set(ann);
    matcher.set({ ...ann, maxPrice: 40_000 });
    expect(matcher.match(nearAnn).count).toBe(0);
    matcher.set({ ...ann, zipCode: '90001', latitude: 33.97, longitude: -118.25 });
    expect(matcher.match(nearAnn).count).toBe(0);
    matcher.set(ann);
    expect([matcher.match(nearAnn).count, matcher.size]).toEqual([1, 1]);
    matcher.remove('ann');
    matcher.remove('nobody');
    expect([matcher.match(nearAnn).count, matcher.size]).toEqual([0, 0]);
  });

  it('A match is unaffected by later changes of members', () => {
    const matcher = createMatcher();
    for (let index = 0; index < 1200; index++) matcher.set({ ...ann, userId: `member-${index}` });
    const matches = matcher.match(nearAnn);
    const [first = [], ...others] = matches.chunks(500);
    for (let index = 0; index < 1200; index++) matcher.remove(`member-${index}`);
    matcher.set({ ...ann, userId: 'late', radius: 25 });
    expect([first.length, ...others.map(({ length }) => length)]).toEqual([500, 500, 200]);
    expect(matches.toArray()).toEqual([...first, ...others.flat()]);
    expect(
      matches.toArray().every(({ userId, figures }) => userId.startsWith('member-') && figures.radius === 50),
    ).toBe(true);
  });
});

it('A match gives members with similar ids together, each once', () => {
  const matcher = createMatcher();
  const ids = Array.from({ length: 2_000 }, () => randomUUID());
  for (const userId of ids) matcher.set({ ...ann, userId });
  const matches = matcher.match(nearAnn).toArray();
  expect(matches.map(({ userId }) => userId)).toEqual(ids.toSorted());
  expect([...matcher.match(nearAnn).chunks(300)].flat()).toEqual(matches);
});

const aPoint = {
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
};
const nearby = {
  latitude: fc.double({ min: 40, max: 42, noNaN: true }),
  longitude: fc.double({ min: -84, max: -82, noNaN: true }),
};
const aFilter = {
  radius: fc.constantFrom(...radii),
  maxPrice: fc.integer({ min: 0, max: 1_000_000 }),
  typeBits: fc.integer({ min: 0, max: typeBitsEnd - 1 }),
};
const aListing = (point: typeof aPoint) =>
  fc.record({ ...point, price: fc.integer({ min: 1, max: 200_000 }), propertyType: fc.constantFrom(...types) });

const sorted = (members: MatchedMember[]) => members.sort((a, b) => a.userId.localeCompare(b.userId));
const byForce = (members: MatcherMember[], listing: MatchedListing): MatchedMember[] =>
  members
    .filter(
      (member) =>
        milesBetween(member, listing) <= member.radius && listing.price <= member.maxPrice && wants(member, listing),
    )
    .map((member) => ({
      userId: member.userId,
      figures: {
        miles: Math.round(milesBetween(member, listing) * 10) / 10,
        radius: member.radius,
        maxPrice: member.maxPrice,
      },
    }));

it.each([
  ['around one town', nearby],
  ['anywhere on Earth', aPoint],
])('The matcher finds the same members as brute force, %s', (_, point) => {
  const people = fc.array(fc.record({ ...point, ...aFilter }), { maxLength: 30 });
  fc.assert(
    fc.property(people, aListing(point), (filters, listing) => {
      const members = filters.map((filter, index) => ({ ...filter, userId: `user-${index}`, zipCode: `${index}` }));
      const matcher = createMatcher();
      for (const member of members) matcher.set(member);
      expect(sorted(matcher.match(listing).toArray())).toEqual(sorted(byForce(members, listing)));
    }),
    { numRuns: 400, seed: 7 },
  );
});
