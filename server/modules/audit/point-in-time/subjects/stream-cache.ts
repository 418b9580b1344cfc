import { type EventStore, noStream, type StoredEvent } from '#server/platform/event-store/port.ts';

/** In ms: how long a stream is kept that nobody asks for. */
const idleTimeoutMs = 2 * 60 * 1000;
/** Events in all streams that are kept; a longer stream is read anew each time. */
const maxCachedEvents = 50_000;

type CachedStream = { events: StoredEvent[]; revision: number; usedAt: number };

/**
 * Streams as they were last read, of which only what is new is read: somebody who goes through the moments of a long
 * life asks for the same one again and again. For a log as it lies on disk: what is sealed stays so in memory too.
 */
export function createStreamCache({ read }: Pick<EventStore, 'read'>, now: () => number) {
  const cache = new Map<string, CachedStream>();

  const removeExpired = () => {
    for (const [stream, { usedAt }] of cache) if (now() - usedAt > idleTimeoutMs) cache.delete(stream);
  };
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
    const events = newEvents.length === 0 ? before.events : [...before.events, ...newEvents];
    cache.delete(stream);
    cache.set(stream, { events, revision, usedAt: now() });
    removeOldest();
    if (cache.size > 0) setTimeout(removeExpired, idleTimeoutMs + 1000).unref();
    return events;
  };
}
