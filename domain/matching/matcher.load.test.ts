import { describe, expect, it } from 'vitest';
import { milesBetween } from '#domain/geo/distance.ts';
import { getTypeBit, propertyTypes as types, typeBitsEnd } from '#domain/listing/property-types.contract.ts';
import type { MatchedMember } from '#domain/matching/index/matched-member.ts';
import { createMatcher, type MatchedListing } from './matcher.ts';

const radii = [25, 50, 75, 100, 125, 150, 175, 200, 225, 250];
const anywhere = { zipCode: '48204', latitude: 42.366, longitude: -83.143 };

/** Random numbers from 0 up to `below`, the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * below;
  };
}

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
  const typeBitsOf = new Int32Array(most);
  const matcher = createMatcher();

  const enter = (user: number) => {
    const place = whole(places.length);
    const typeBits = whole(typeBitsEnd);
    placeOf[user] = place;
    radiusOf[user] = radii[whole(10)] ?? 50;
    limitOf[user] = whole(151) * 1000;
    typeBitsOf[user] = typeBits;
    matcher.set({
      ...(places[place] ?? anywhere),
      userId: `user-${user}`,
      radius: radiusOf[user] ?? 0,
      maxPrice: limitOf[user] ?? 0,
      typeBits,
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
    const typeBit = getTypeBit(propertyType);
    placeOf.forEach((place, user) => {
      const canPay = price <= Number(limitOf[user]);
      const wantsType = (Number(typeBitsOf[user]) & typeBit) === typeBit;
      if (place >= 0 && canPay && wantsType && Number(miles[place]) <= Number(radiusOf[user])) expected.add(user);
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
      const { latitude, longitude } = places[whole(places.length)] ?? anywhere;
      const listing: MatchedListing = {
        latitude: latitude + random(0.2),
        longitude: longitude + random(0.2),
        price: 1 + whole(150_000),
        propertyType: types[whole(4)] ?? 'house',
      };
      const miles = places.map((place) => milesBetween(place, listing));
      const expected = expectedFor(listing, miles);
      const matches = matcher.match(listing).toArray();
      total += matches.length;
      const wrong = matches.filter((match) => !isRight(match, miles, expected));
      expect([wrong, [...expected]]).toEqual([[], []]);
    }
    expect(matcher.size).toBe(placeOf.filter((place) => place >= 0).length);
    expect(total).toBeGreaterThan(100_000);
  });
});
