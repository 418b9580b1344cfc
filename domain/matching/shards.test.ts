import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findBucket, findShard, getShardName, listBuckets, listShards, maxShards, ownsMember } from './shards.ts';

const idCount = 64_000;
const idKinds: [kind: string, createId: (n: number) => string][] = [
  ['random UUIDs', () => randomUUID()],
  ['UUIDs that differ in their last digits', (n) => `6f0d2c1e-8a44-4d0b-9b57-${n.toString(16).padStart(12, '0')}`],
  ['short names with a number', (n) => `member-${n}`],
  ['email addresses', (n) => `${n}@example.com`],
];

describe('shards of the matcher', () => {
  it.each(idKinds)('Buckets of the matcher have about equally many members whose ids are %s', (_kind, createId) => {
    const counts = Array.from({ length: 64 }, () => 0);
    for (let n = 0; n < idCount; n += 1) {
      const bucket = findBucket(createId(n));
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    // Of 1,000 in each bucket on average, the standard deviation is 31.
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1_200);
  });

  it('The bucket of an id is the same in every version, as documents hold it', () => {
    expect(['', 'ann', '6f0d2c1e-8a44-4d0b-9b57-2f6a0c9e4d11'].map(findBucket)).toEqual([11, 37, 4]);
  });

  it('Each member and each bucket has one shard, of any number of shards', () => {
    const ids = Array.from({ length: 200 }, () => randomUUID());
    for (let count = 1; count <= maxShards; count += 1) {
      const shards = listShards(count);
      const buckets = shards.map(listBuckets);
      expect(buckets.flat()).toEqual(Array.from({ length: 64 }, (_, bucket) => bucket));
      const sizes = buckets.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      for (const id of ids) {
        const owner = findShard(id, count);
        expect(shards.filter((shard) => ownsMember(shard, id))).toEqual([owner]);
        expect(listBuckets(owner)).toContain(findBucket(id));
      }
    }
  });

  it('A shard is named by its place, and the whole matcher has no such name', () => {
    expect([...listShards(1), ...listShards(2)].map(getShardName)).toEqual([null, '0-of-2', '1-of-2']);
  });
});
