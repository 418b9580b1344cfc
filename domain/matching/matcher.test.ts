import { randomUUID } from 'node:crypto';
import { getTypeBit, propertyTypes, typeBitsEnd } from '#domain/listing/property-types.contract.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchedMember } from '#domain/matching/index/matched-member.ts';
import { milesBetween } from '#domain/geo/distance.ts';
import { createMatcher, type MatchedListing, type MatcherMember } from './matcher.ts';

const radii = [25, 50, 75, 100, 125, 150, 175, 200, 225, 250];
const types = propertyTypes;

/** Random numbers from 0 up to `below`, the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * below;
  };
}

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
  const matched = (member: MatcherMember, listing: MatchedListing) => {
    const matcher = createMatcher();
    matcher.set(member);
    return matcher.match(listing).toArray();
  };

  it('A match contains the members, their distances, and the filters used', () => {
    expect(matched(ann, nearAnn)).toEqual([{ userId: 'ann', figures: { miles: 5.1, radius: 50, maxPrice: 54_000 } }]);
  });

  it('A match includes a price equal to the limit, and none above', () => {
    expect(matched(ann, { ...nearAnn, price: 54_000 })).toHaveLength(1);
    expect(matched(ann, { ...nearAnn, price: 54_001 })).toHaveLength(0);
  });

  it('A match includes a distance equal to the radius, and none above', () => {
    const miles = milesBetween(ann, nearAnn);
    expect(matched({ ...ann, radius: miles }, nearAnn)).toHaveLength(1);
    expect(matched({ ...ann, radius: miles - 1e-9 }, nearAnn)).toHaveLength(0);
    expect(matched({ ...ann, radius: miles + 1e-9 }, nearAnn)).toHaveLength(1);
  });

  it.each(types.slice(1))('A match includes a %s only for members who asked for it', (propertyType) => {
    const asked = { ...ann, typeBits: getTypeBit(propertyType) };
    expect(matched(ann, { ...nearAnn, propertyType })).toHaveLength(0);
    expect(matched(asked, { ...nearAnn, propertyType })).toHaveLength(1);
  });

  it('A match works across the date line and around the pole', () => {
    const adak = { ...ann, latitude: 51.88, longitude: -179.9, radius: 50 };
    expect(matched(adak, { ...nearAnn, latitude: 51.9, longitude: 179.9 })).toHaveLength(1);
    const north = { ...ann, latitude: 89.9, longitude: 10, radius: 25 };
    expect(matched(north, { ...nearAnn, latitude: 89.9, longitude: -170 })).toHaveLength(1);
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
  const found = matcher.match(nearAnn).toArray();
  expect(found.map(({ userId }) => userId)).toEqual(ids.toSorted());
  expect([...matcher.match(nearAnn).chunks(300)].flat()).toEqual(found);
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

describe('a match among 100,000 members', () => {
  const random = seeded(2024);
  const whole = (below: number) => Math.floor(random(below));
  const places = Array.from({ length: 4000 }, (_, index) => ({
    zipCode: String(10_000 + index),
    latitude: index % 20 === 0 ? 19 + random(50) : 30 + random(15),
    longitude: index % 20 === 0 ? -180 + random(120) : -105 + random(30),
  }));
  const most = 100_500;
  // The members for the brute-force comparison, in lists by the number in `user-<number>`; no place means no member.
  const placeOf = new Int32Array(most).fill(-1);
  const radiusOf = new Float64Array(most);
  const limitOf = new Int32Array(most);
  const wishesOf = new Int32Array(most);
  const matcher = createMatcher();

  const enter = (user: number) => {
    const place = whole(places.length);
    const wishes = whole(typeBitsEnd);
    placeOf[user] = place;
    radiusOf[user] = radii[whole(10)] ?? 50;
    limitOf[user] = whole(151) * 1000;
    wishesOf[user] = wishes;
    matcher.set({
      ...(places[place] ?? ann),
      userId: `user-${user}`,
      radius: radiusOf[user] ?? 0,
      maxPrice: limitOf[user] ?? 0,
      typeBits: wishes,
    });
  };
  const leave = (user: number) => {
    placeOf[user] = -1;
    matcher.remove(`user-${user}`);
  };
  const churn = (changes: number) => {
    for (let change = 0; change < changes; change++) (whole(3) > 0 ? enter : leave)(whole(most));
  };

  const expectedFor = ({ price, propertyType }: MatchedListing, miles: number[]): Set<number> => {
    const expected = new Set<number>();
    const wish = getTypeBit(propertyType);
    placeOf.forEach((place, user) => {
      const canPay = price <= Number(limitOf[user]);
      const asked = (Number(wishesOf[user]) & wish) === wish;
      if (place >= 0 && canPay && asked && Number(miles[place]) <= Number(radiusOf[user])) expected.add(user);
    });
    return expected;
  };
  const isRight = (match: MatchedMember, miles: number[], expected: Set<number>): boolean => {
    const user = Number(match.userId.slice('user-'.length));
    const place = placeOf[user] ?? -1;
    const { figures } = match;
    const filter = figures.radius === radiusOf[user] && figures.maxPrice === limitOf[user];
    return filter && figures.miles === Math.round((miles[place] ?? 0) * 10) / 10 && expected.delete(user);
  };

  it('A match among 100,000 members finds the same members as brute force for each of 1,000 listings, with changes in between', () => {
    for (let user = 0; user < 100_000; user++) enter(user);
    let total = 0;
    for (let round = 0; round < 1000; round++) {
      churn(60);
      const { latitude, longitude } = places[whole(places.length)] ?? ann;
      const listing: MatchedListing = {
        latitude: latitude + random(0.2),
        longitude: longitude + random(0.2),
        price: 1 + whole(150_000),
        propertyType: types[whole(4)] ?? 'house',
      };
      const miles = places.map((place) => milesBetween(place, listing));
      const expected = expectedFor(listing, miles);
      const found = matcher.match(listing).toArray();
      total += found.length;
      const wrong = found.filter((match) => !isRight(match, miles, expected));
      expect([wrong, [...expected]]).toEqual([[], []]);
    }
    expect(matcher.size).toBe(placeOf.filter((place) => place >= 0).length);
    expect(total).toBeGreaterThan(100_000);
  });
});
