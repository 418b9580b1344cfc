import { upcast, type Upcasters, upcasters, listVersions } from '#domain/event-catalog/upcasters.ts';
import { hasDamagedData, withOpenedEvents } from './damage.ts';
import type { EventStore, StoredEvent } from './port.ts';

/**
 * A log whose events are read in their present shape, whatever version was written, and are written with their
 * versions. It wraps the encrypted store. Only types that ever changed have a cost.
 */
export function withUpcasting(store: EventStore, upcasterByType: Upcasters = upcasters): EventStore {
  if (Object.keys(upcasterByType).length === 0) return store;
  const upcastAll = createBatchUpcaster(upcasterByType);

  return {
    ...withOpenedEvents(store, (events) => Promise.resolve(upcastAll(events))),
    append: (stream, events, expectedRevision, { versions: _former, ...metadata }) => {
      const versions = listVersions(
        events.map(({ type }) => type),
        upcasterByType,
      );
      return store.append(stream, events, expectedRevision, { ...metadata, ...(versions && { versions }) });
    },
  };
}

/** Brings events of a batch to their present shape; those of types that never changed are passed on as they are. */
export function createBatchUpcaster(upcasterByType: Upcasters = upcasters) {
  const changed = new Set(Object.keys(upcasterByType));
  return (events: StoredEvent[]): StoredEvent[] =>
    changed.size === 0
      ? events
      : events.map((event) =>
          changed.has(event.type) && !hasDamagedData(event) ? upcast(event, upcasterByType) : event,
        );
}
