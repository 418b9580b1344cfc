import { hash } from 'node:crypto';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { canonicalJson } from './canonical.ts';

/** Bytes of one hash, SHA-256. */
export const hashSize = 32;
/** What the chain begins with: the hash before the first event. */
export const beginning: Buffer = Buffer.alloc(hashSize);

/**
 * The hash after an event: SHA-256 of the hash before it, and of the event as RFC 8785 has it. All is covered but the
 * position, which is another one in every store: a log that moved keeps its chain, as its order is covered by the hash
 * before.
 */
export function chained(before: Uint8Array, event: StoredEvent): Buffer {
  return linked(before, canonicalOf(event));
}

/** What of an event is hashed. */
export function canonicalOf({ stream, revision, id, type, data, metadata }: StoredEvent): string {
  return canonicalJson({ data, id, metadata, revision, stream, type });
}

const room = Buffer.alloc(1 << 16);

/** `text` is what is hashed of an event. */
export function linked(before: Uint8Array, text: string): Buffer {
  // Three bytes at most for each UTF-16 unit.
  const target = text.length * 3 + hashSize <= room.length ? room : Buffer.alloc(text.length * 3 + hashSize);
  target.set(before, 0);
  const end = hashSize + target.write(text, hashSize, 'utf8');
  return hash('sha256', target.subarray(0, end), 'buffer');
}
