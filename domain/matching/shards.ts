/** A part of the matcher, `index` of `count`: it alerts the members that it owns. */
export type Shard = { index: number; count: number };

/** The matcher as one part. */
export const wholeMatcher: Shard = { index: 0, count: 1 };
export const maxShards = 16;

const bucketCount = 64;

export function listShards(count: number): Shard[] {
  return Array.from({ length: count }, (_, index) => ({ index, count }));
}

/** Such as `2-of-4`; null for the whole matcher. */
export function getShardName({ index, count }: Shard): string | null {
  return count === 1 ? null : `${index}-of-${count}`;
}

/** 0 to 63, by a hash of the id: FNV-1a with the finalizer of MurmurHash3, which spreads similar ids. */
export function findBucket(userId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < userId.length; at += 1) hash = Math.imul(hash ^ userId.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & (bucketCount - 1);
}

/** The shard of a member. */
export function findShard(userId: string, count: number): Shard {
  return count === 1 ? wholeMatcher : { index: findShardOfBucket(findBucket(userId), count), count };
}

export function ownsMember({ index, count }: Shard, userId: string): boolean {
  return findShard(userId, count).index === index;
}

/** The buckets of the members that a shard owns. */
export function listBuckets({ index, count }: Shard): number[] {
  const all = Array.from({ length: bucketCount }, (_, bucket) => bucket);
  return all.filter((bucket) => findShardOfBucket(bucket, count) === index);
}

function findShardOfBucket(bucket: number, count: number): number {
  return Math.floor((bucket * count) / bucketCount);
}
