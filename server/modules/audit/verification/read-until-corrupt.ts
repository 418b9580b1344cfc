import type { Position } from '#domain/shared/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';

/** Events after a position as far as they can be read; `isBroken` where the next one cannot. */
type ReadableEvents = { events: StoredEvent[]; isBroken: boolean };

/** Throws StoreUnavailable. */
export async function readUntilCorrupt(
  encryptedEvents: Pick<EventStore, 'readAll'>,
  after: Position,
  limit: number,
): Promise<ReadableEvents> {
  try {
    return { events: await encryptedEvents.readAll(after, limit), isBroken: false };
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    if (limit === 1) return { events: [], isBroken: true };
  }
  const half = Math.floor(limit / 2);
  const first = await readUntilCorrupt(encryptedEvents, after, half);
  if (first.isBroken || first.events.length < half) return first;
  const secondHalf = await readUntilCorrupt(encryptedEvents, first.events.at(-1)?.position ?? after, limit - half);
  return { events: [...first.events, ...secondHalf.events], isBroken: secondHalf.isBroken };
}
