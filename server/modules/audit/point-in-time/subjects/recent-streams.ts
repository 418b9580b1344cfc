import { type EventStore, noStream, type StoredEvent } from '#server/platform/event-store/port.ts';

/** In ms: how long a stream is kept that nobody asks for. */
const idle = 2 * 60 * 1000;
/** Events in all streams that are kept; a longer stream is read anew each time. */
const mostEvents = 50_000;

type Kept = { events: StoredEvent[]; revision: number; usedAt: number };

/**
 * Streams as they were last read, of which only what is new is read: somebody who goes through the moments of a long
 * life asks for the same one again and again. For a log as it lies on disk: what is sealed stays so in memory too.
 */
export function recentStreams({ read }: Pick<EventStore, 'read'>, now: () => number) {
  const kept = new Map<string, Kept>();

  const forgetOld = () => {
    for (const [stream, { usedAt }] of kept) if (now() - usedAt > idle) kept.delete(stream);
  };
  const makeRoom = () => {
    let total = [...kept.values()].reduce((sum, { events }) => sum + events.length, 0);
    for (const [stream, { events }] of kept) {
      if (total <= mostEvents) return;
      kept.delete(stream);
      total -= events.length;
    }
  };

  return async (stream: string): Promise<StoredEvent[]> => {
    forgetOld();
    const before = kept.get(stream) ?? { events: [], revision: noStream };
    const { events: news, revision } = await read(stream, before.revision + 1);
    const events = news.length === 0 ? before.events : [...before.events, ...news];
    kept.delete(stream);
    kept.set(stream, { events, revision, usedAt: now() });
    makeRoom();
    if (kept.size > 0) setTimeout(forgetOld, idle + 1000).unref();
    return events;
  };
}
