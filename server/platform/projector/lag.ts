import type { Position } from '#domain/shared/decider.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { estimateEvents } from '#server/platform/event-store/log-pages.ts';

const pageSize = 500;

/**
 * How far `position` is behind the end of the log; seconds since the first event beyond it was written. The events of a
 * long lag are estimated where positions are not consecutive.
 */
export async function measureLag(events: Pick<EventStore, 'head' | 'readAll'>, position: Position) {
  const [head, page] = await Promise.all([events.head(), events.readAll(position, pageSize)]);
  const [next] = page;
  const secondsBehind = next ? Math.max(0, (Date.now() - Date.parse(next.metadata.at)) / 1000) : 0;
  const count = page.length < pageSize ? page.length : estimateEvents(page, head - position);
  return { position, head, events: count, secondsBehind };
}
