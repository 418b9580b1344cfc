import { blankDamagedData } from '#server/platform/event-store/damage.ts';
import { createTimer } from '#server/lib/delay.ts';
import { type EventStore, noStream, type StoredEvent } from '#server/platform/event-store/port.ts';

/** In ms: how long a stream is kept without a request for it. */
const idleTimeoutMs = 2 * 60 * 1000;
/** The most events kept in all streams; a longer stream is read in full each time. */
const maxCachedEvents = 50_000;

type CachedStream = { events: StoredEvent[]; revision: number; usedAt: number };

/**
 * Recently read streams, of which only new events are read again: an admin who steps through the moments of a long
 * history requests the same stream repeatedly. For a log as stored: encrypted data stay encrypted in memory too.
 */
export function createStreamCache({ read }: Pick<EventStore, 'read'>, now: () => number) {
  const cache = new Map<string, CachedStream>();

  const removeExpired = () => {
    for (const [stream, { usedAt }] of cache) if (now() - usedAt > idleTimeoutMs) cache.delete(stream);
  };
  const expiryTimer = createTimer(removeExpired);
  const removeOldest = () => {
    let total = [...cache.values()].reduce((sum, { events }) => sum + events.length, 0);
    for (const [stream, { events }] of cache) {
      if (total <= maxCachedEvents) return;
      cache.delete(stream);
      total -= events.length;
    }
  };

  return async (stream: string): Promise<StoredEvent[]> => {
    removeExpired();
    const before = cache.get(stream) ?? { events: [], revision: noStream };
    const { events: newEvents, revision } = await read(stream, before.revision + 1);
    const events = newEvents.length === 0 ? before.events : [...before.events, ...newEvents.map(blankDamagedData)];
    cache.delete(stream);
    cache.set(stream, { events, revision, usedAt: now() });
    removeOldest();
    expiryTimer.start(idleTimeoutMs + 1000);
    return events;
  };
}
