import type { Position } from '#domain/decider.ts';
import type { EventStore } from '../event-store/port.ts';

/** The log as if its last event stood at `last`. */
export function logUntil(events: EventStore, last: Position): Pick<EventStore, 'readAll' | 'head'> {
  return {
    readAll: async (after, limit) => {
      if (after >= last) return [];
      const page = await events.readAll(after, limit);
      return page.filter(({ position }) => position <= last);
    },
    head: () => Promise.resolve(last),
  };
}
