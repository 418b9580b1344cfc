import { upcast, type Upcasters, upcasters, versionsOf } from '#domain/event-catalog/upcasters.ts';
import type { EventStore, StoredEvent } from './port.ts';

/**
 * A log whose events read in today's shapes, whatever they were written in, and are written with their versions. It
 * stands above whatever opens sealed data. Only types that ever changed cost anything.
 */
export function upcasting(store: EventStore, known: Upcasters = upcasters): EventStore {
  const changed = new Set(Object.keys(known));
  if (changed.size === 0) return store;
  const today = (events: StoredEvent[]) =>
    events.map((event) => (changed.has(event.type) ? upcast(event, known) : event));

  return {
    ...store,
    read: async (stream, from) => {
      const { events, revision } = await store.read(stream, from);
      return { events: today(events), revision };
    },
    append: (stream, events, expectedRevision, { versions: _former, ...metadata }) => {
      const versions = versionsOf(
        events.map(({ type }) => type),
        known,
      );
      return store.append(stream, events, expectedRevision, { ...metadata, ...(versions && { versions }) });
    },
    readAll: async (after, limit) => today(await store.readAll(after, limit)),
    readAllBackwards: async (before, limit) => today(await store.readAllBackwards(before, limit)),
    subscribe: (after, handle) => store.subscribe(after, (events) => handle(today(events))),
  };
}
