import { createHash } from 'node:crypto';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** The number of records and their checksum. */
export type Checksum = { count: number; sha256: string };

/** JSON with sorted object keys, so that the same value is the same text. */
export function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** An event without its position, which differs between stores. */
export function toCanonicalEvent({ stream, revision, id, type, data, metadata }: StoredEvent): string {
  return toSortedJson([stream, revision, id, type, data, metadata]);
}

/** SHA-256 over texts, each on a line of its own. */
export function createChecksum() {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add: (text: string) => {
      hash.update(text).update('\n');
      count += 1;
    },
    sum: (): Checksum => ({ count, sha256: hash.digest('hex') }),
  };
}
