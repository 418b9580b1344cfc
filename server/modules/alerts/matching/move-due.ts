import { listBuckets, type Shard } from '#domain/matching/shards.ts';
import type { Sort, Where } from '#projections/store/port.ts';

/** What waits for a member since `at` (ISO 8601) and until `due` (ms since 1970); `bucket` is the member's. */
export type Pending = { at: string; due: number; bucket: number };

/** The document with the time that its member's present settings give; itself where nothing changes. */
export function moveDue<P extends Pending>(stored: P | null, findDue: (since: number) => number): P | null {
  if (stored === null) return null;
  const due = findDue(Date.parse(stored.at));
  return due === stored.due ? stored : { ...stored, due };
}

/** All that is due for the members of a shard, the earliest first. */
export function buildDueQuery(shard: Shard, now: number): { where: Where; sort: Sort } {
  const where = { ...(shard.count > 1 && { bucket: { in: listBuckets(shard) } }), due: { lt: now + 1 } };
  return { where, sort: [{ field: 'due', direction: 'asc' }] };
}
