import { wholeOf } from '#domain/deduplication/likeness.ts';

type Text = { title: string; details: string };

/** A way to hold two texts against each other by something kept of each; `share` is 0 to 1. */
export type Rival<Kept> = {
  name: string;
  keep: (text: Text) => Kept;
  share: (a: Kept, b: Kept) => number;
  bytes: (kept: Kept) => number;
};

const featuresOf = (text: Text): number[] => {
  const { title, details } = wholeOf(text);
  return [...new Set([...title, ...details])];
};

/** All there is to know: the share of features in common. */
export const exactJaccard: Rival<Set<number>> = {
  name: 'exact Jaccard',
  keep: (text) => new Set(featuresOf(text)),
  share: (a, b) => {
    const common = [...a].filter((feature) => b.has(feature)).length;
    const all = a.size + b.size - common;
    return all === 0 ? 1 : common / all;
  },
  bytes: (kept) => 4 * kept.size,
};

const mixed = (value: number, seed: number): number => {
  let hash = Math.imul(value ^ seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

const permutations = Array.from({ length: 64 }, (_, n) => Math.imul(n + 1, 0x9e3779b9));

/** 64 permutations, the least of each (Broder 1997). */
export const minHash: Rival<Uint32Array> = {
  name: 'MinHash of 64',
  keep: (text) => {
    const features = featuresOf(text);
    return Uint32Array.from(permutations, (seed) =>
      features.reduce((least, one) => Math.min(least, mixed(one, seed)), 0xffffffff),
    );
  },
  share: (a, b) => a.reduce((common, least, n) => common + Number(least === b[n]), 0) / a.length,
  bytes: (kept) => kept.byteLength,
};

/** 64 bits, each the vote of all features (Charikar 2002); the share is that of equal bits above chance. */
export const simHash: Rival<Uint8Array> = {
  name: 'simhash of 64 bits',
  keep: (text) => {
    const votes = new Int32Array(64);
    for (const feature of featuresOf(text))
      for (let bit = 0; bit < 64; bit += 1)
        votes[bit] = (votes[bit] ?? 0) + ((mixed(feature, bit < 32 ? 1 : 2) >>> (bit % 32)) & 1 ? 1 : -1);
    return Uint8Array.from(votes, (vote) => Number(vote > 0));
  },
  share: (a, b) => Math.max(0, (2 * a.reduce((equal, bit, n) => equal + Number(bit === b[n]), 0)) / a.length - 1),
  bytes: () => 8,
};

/** Bands of four of a MinHash: whoever shares one is looked at (16 of them find a half alike text in two of three cases). */
export function bandedIndex() {
  const bands = Array.from({ length: 16 }, () => new Map<string, number[]>());
  const keyOf = (kept: Uint32Array, band: number) => kept.subarray(4 * band, 4 * band + 4).join(' ');
  return {
    add: (kept: Uint32Array, id: number) => {
      for (const [band, table] of bands.entries()) {
        const key = keyOf(kept, band);
        const there = table.get(key);
        if (there === undefined) table.set(key, [id]);
        else there.push(id);
      }
    },
    candidates: (kept: Uint32Array): Set<number> =>
      new Set(bands.flatMap((table, band) => table.get(keyOf(kept, band)) ?? [])),
  };
}
