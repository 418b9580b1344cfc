import type { Position } from '#domain/shared/decider.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';

/** How far `position` is behind the end of the log; seconds since the first event beyond it was written. */
export async function measureLag(events: EventStore, position: Position) {
  const [head, [next]] = await Promise.all([events.head(), events.readAll(position, 1)]);
  const secondsBehind = next ? Math.max(0, (Date.now() - Date.parse(next.metadata.at)) / 1000) : 0;
  return { position, head, secondsBehind };
}
