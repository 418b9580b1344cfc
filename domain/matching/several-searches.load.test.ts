import { expect, it } from 'vitest';
import { milesBetween } from '#domain/geo/distance.ts';
import { getTypeBit, propertyTypes, typeBitsEnd } from '#domain/listing/property-types.contract.ts';
import { listMatchedSearches, type MatchedMember } from './index/matched-member.ts';
import { createMatcher, type MatchedListing } from './matcher.ts';

const memberCount = 10_000;
const listingCount = 100_000;
const mostSearches = 10;
/** Every tenth listing is compared with brute force; of all others each member must be there once. */
const sampleStep = 10;
const radii = [25, 50, 75, 100, 125, 150, 175, 200, 225, 250];

/** Random numbers from 0 up to `below`, the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * below;
  };
}

const random = seeded(37);
const whole = (below: number) => Math.floor(random(below));

/** Place, radius, price and types of each search, in lists by its number; `isThere` tells whether it runs. */
const count = memberCount * mostSearches;
const searches = {
  isThere: new Uint8Array(count),
  place: new Int32Array(count),
  radius: new Float64Array(count),
  maxPrice: new Int32Array(count),
  typeBits: new Int32Array(count),
};
const places = Array.from({ length: 3000 }, (_, index) => ({
  zipCode: String(10_000 + index),
  latitude: 26 + random(22),
  longitude: -122 + random(54),
}));
const placeAt = (index: number) => places[index] ?? { zipCode: '', latitude: 0, longitude: 0 };
const keyOf = (search: number) =>
  search % mostSearches === 0 ? `member-${search / mostSearches}` : `search-${search}`;

const matcher = createMatcher();

function put(search: number): void {
  const { isThere, place, radius, maxPrice, typeBits } = searches;
  isThere[search] = 1;
  place[search] = whole(places.length);
  radius[search] = radii[whole(10)] ?? 50;
  maxPrice[search] = whole(151) * 1000;
  typeBits[search] = whole(typeBitsEnd);
  const isFirst = search % mostSearches === 0;
  matcher.set({
    ...placeAt(place[search] ?? 0),
    userId: `member-${Math.floor(search / mostSearches)}`,
    radius: radius[search] ?? 0,
    maxPrice: maxPrice[search] ?? 0,
    typeBits: typeBits[search] ?? 0,
    ...(!isFirst && { further: { searchId: keyOf(search), name: `Name ${search}` } }),
  });
}

function remove(search: number): void {
  searches.isThere[search] = 0;
  matcher.remove(keyOf(search));
}

/** The numbers of all searches that a listing fits, by comparing each. */
function findFitting(listing: MatchedListing): Set<number> {
  const { isThere, place, radius, maxPrice, typeBits } = searches;
  const typeBit = getTypeBit(listing.propertyType);
  const miles = Float64Array.from(places, (one) => milesBetween(one, listing));
  const fitting = new Set<number>();
  isThere.forEach((runs, search) => {
    const canPay = runs === 1 && listing.price <= Number(maxPrice[search]);
    if (!canPay || (Number(typeBits[search]) & typeBit) !== typeBit) return;
    if (Number(miles[Number(place[search])]) <= Number(radius[search])) fitting.add(search);
  });
  return fitting;
}

function toNumber({ userId }: { userId: string }, searchId: string): number {
  if (searchId === '1') return Number(userId.slice('member-'.length)) * mostSearches;
  return Number(searchId.slice('search-'.length));
}

/** The searches of a member that should not be in the match, or not under this name; the others leave `fitting`. */
function findWrong(member: MatchedMember, fitting: Set<number>) {
  return listMatchedSearches({ ...member.figures, ...member }).filter(({ searchId, name }) => {
    const search = toNumber(member, searchId);
    const isNamed = name === (searchId === '1' ? 'Search 1' : `Name ${search}`);
    const isOwn = `member-${Math.floor(search / mostSearches)}` === member.userId;
    return !isNamed || !isOwn || !fitting.delete(search);
  });
}

function createListing(): MatchedListing {
  const near = placeAt(whole(places.length));
  return {
    latitude: near.latitude + random(0.4),
    longitude: near.longitude + random(0.4),
    price: 1 + whole(150_000),
    propertyType: propertyTypes[whole(propertyTypes.length)] ?? 'house',
  };
}

function findMembersOnce(listing: MatchedListing): MatchedMember[] {
  const result = matcher.match(listing);
  const matched = result.toArray();
  const memberIds = new Set(matched.map(({ userId }) => userId));
  if (memberIds.size !== matched.length || result.count !== matched.length)
    throw new Error(`A member is twice in the match of ${JSON.stringify(listing)}`);
  return matched;
}

it('A match of 100,000 listings with 10,000 members of up to ten searches has each member once, with all fitting searches and no others', () => {
  for (let member = 0; member < memberCount; member++) {
    const own = 1 + whole(mostSearches);
    // Some members have further searches only, as their first one has no ZIP.
    for (let nth = whole(10) === 0 ? 1 : 0; nth < own; nth++) put(member * mostSearches + nth);
  }
  let [total, compared] = [0, 0];
  for (let round = 0; round < listingCount; round++) {
    if (round % 100 === 0) for (let n = 0; n < 10; n++) (whole(3) > 0 ? put : remove)(whole(count));
    const listing = createListing();
    const matched = findMembersOnce(listing);
    total += matched.length;
    if (round % sampleStep !== 0) continue;
    const fitting = findFitting(listing);
    const wrong = matched.flatMap((member) => findWrong(member, fitting));
    expect([wrong, [...fitting]]).toEqual([[], []]);
    compared += matched.length;
  }
  expect(matcher.size).toBe(searches.isThere.reduce((sum, one) => sum + one, 0));
  expect(total).toBeGreaterThan(1_000_000);
  expect(compared).toBeGreaterThan(100_000);
});
