import type { Position } from '#domain/shared/decider.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** Decrypts events and brings them to their present shape. */
export type DecryptEvents = (events: StoredEvent[]) => Promise<StoredEvent[]>;
/** Events as stored, and as decrypted on the first request. */
export type WindowBatch = { encrypted: StoredEvent[]; decrypted: () => Promise<StoredEvent[]>; last: Position };

type WindowOptions = { maxEvents: number; decrypt: DecryptEvents };

/** The newest events of the log in memory, at most `maxEvents` of them. It contains everything after `start`. */
export function createEventWindow(after: Position, { maxEvents, decrypt }: WindowOptions) {
  const batches: WindowBatch[] = [];
  let start = after;
  let end = after;
  let count = 0;

  const dropFirst = () => {
    const first = batches.shift();
    if (first === undefined) return;
    start = first.last;
    count -= first.encrypted.length;
  };
  const indexAfter = (position: Position) => batches.findLastIndex(({ last }) => last <= position) + 1;

  return {
    end: () => end,
    contains: (position: Position) => position >= start,
    push: (events: StoredEvent[]) => {
      const newEvents = events.filter(({ position }) => position > end);
      const last = newEvents.at(-1)?.position;
      if (last === undefined) return;
      batches.push({ encrypted: newEvents, decrypted: createLazyDecryption(newEvents, decrypt), last });
      end = last;
      count += newEvents.length;
      while (count > maxEvents && batches.length > 1) dropFirst();
    },
    /** The batches after a position, with at most `limit` events unless the first one alone has more. */
    readAfter: (position: Position, limit: number): WindowBatch[] => {
      const nextBatches: WindowBatch[] = [];
      let size = 0;
      for (let index = indexAfter(position); index < batches.length; index += 1) {
        const batch = batches[index];
        if (batch === undefined || (nextBatches.length > 0 && size + batch.encrypted.length > limit)) break;
        nextBatches.push(batch);
        size += batch.encrypted.length;
      }
      return nextBatches;
    },
    /** How many events are after a position, and when the first of them was written. */
    measureAfter: (position: Position): { events: number; since: string | null } => {
      const [first, ...later] = batches.slice(indexAfter(position));
      const unread = first?.encrypted.filter((event) => event.position > position) ?? [];
      const events = later.reduce((sum, { encrypted }) => sum + encrypted.length, unread.length);
      return { events, since: unread[0]?.metadata.at ?? null };
    },
    /** Frees the events up to a position, which no reader needs any more. */
    trim: (until: Position) => {
      while (batches[0] && batches[0].last <= until) dropFirst();
    },
  };
}

/** A failure is not remembered: the next request tries again. */
function createLazyDecryption(events: StoredEvent[], decrypt: DecryptEvents): () => Promise<StoredEvent[]> {
  let decrypting: Promise<StoredEvent[]> | null = null;
  const begin = async () => {
    try {
      return await decrypt(events);
    } catch (error) {
      decrypting = null;
      throw error;
    }
  };
  return () => (decrypting ??= begin());
}
