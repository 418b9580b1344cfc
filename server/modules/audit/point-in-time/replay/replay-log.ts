import type { Position } from '#domain/shared/decider.ts';
import { findErasedSubject } from '#domain/event-catalog/personal-data.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';

/** After the moment only erasures are applied: data that were erased since must not reappear in a copy. */
const erasingTypes = new Set(['VisitsForgotten']);

/**
 * The log up to `last`, and after it the erasures since. `deleted` collects the users whose data were erased, as
 * reading continues to the end.
 */
export function createReplayLog(events: EventStore, last: Position) {
  const deleted = new Set<string>();
  const counts = (event: StoredEvent): boolean => {
    if (event.position <= last) return true;
    const ended = findErasedSubject(event);
    if (ended !== null) deleted.add(ended);
    return erasingTypes.has(event.type);
  };

  return {
    deleted,
    readAll: async (after: Position, limit: number): Promise<StoredEvent[]> => {
      for (let from = after; ; ) {
        const page = await events.readAll(from, limit);
        const end = page.at(-1)?.position;
        if (end === undefined) return [];
        const counted = page.filter(counts);
        if (counted.length > 0) return counted;
        from = end;
      }
    },
  };
}
