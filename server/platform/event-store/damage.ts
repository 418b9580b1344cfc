import type { EventDamage } from '#domain/shared/decider.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import { type EventStore, StreamDamaged, type StoredEvent } from './port.ts';

type DamagedEvent = StoredEvent & { damage: EventDamage };

export function isDamaged(event: StoredEvent): event is DamagedEvent {
  return event.damage !== undefined;
}

/** Whether nothing of its data can be used. */
export function hasDamagedData({ damage }: Pick<StoredEvent, 'damage'>): boolean {
  return damage?.part === 'data';
}

/** An event whose data are empty where they are damaged: what is stored may be any value. */
export function blankDamagedData(event: StoredEvent): StoredEvent {
  return hasDamagedData(event) ? { ...event, data: {} } : event;
}

/** A log whose events pass `open` when they are read. */
export function withOpenedEvents(
  store: EventStore,
  open: (events: StoredEvent[]) => Promise<StoredEvent[]>,
): EventStore {
  return {
    ...store,
    read: async (stream: string, from?: number, limit?: number) => {
      const { events, revision } = await store.read(stream, from, limit);
      return { events: events.length === 0 ? events : await open(events), revision };
    },
    readAll: async (after, limit) => open(await store.readAll(after, limit)),
    readAllBackwards: async (before, limit) => open(await store.readAllBackwards(before, limit)),
    subscribe: (after, handle) => store.subscribe(after, async (events) => handle(await open(events))),
  };
}

/** For a reader that must not go on beyond a damaged event: throws StoreDamaged there. */
export function withoutDamage(store: EventStore): EventStore {
  return withOpenedEvents(store, (events) => {
    const damaged = events.find(isDamaged);
    return damaged ? Promise.reject(new StoreDamaged(damaged.damage.problem)) : Promise.resolve(events);
  });
}

/**
 * For a server: its tasks read the whole log beyond damaged events, and what is folded from one stream is not folded
 * without one of its events: `read` throws StreamDamaged. Members that read as erased concern no other member.
 */
export function withWholeStreams(store: EventStore): EventStore {
  return {
    ...store,
    read: async (stream: string, from?: number, limit?: number) => {
      const streamSlice = await store.read(stream, from, limit);
      const damaged = streamSlice.events.filter(isDamaged).find(({ damage: { part } }) => part !== 'members');
      if (damaged) throw new StreamDamaged(damaged.damage.problem, streamSlice);
      return streamSlice;
    },
  };
}

/** For a reader of a server's log that needs only the types of events, or only data that are no personal texts. */
export function withDamagedStreams(
  { read }: Pick<EventStore, 'read'>,
  needs: 'types' | 'data',
): Pick<EventStore, 'read'> {
  return {
    read: async (stream: string, from?: number, limit?: number) => {
      try {
        return await read(stream, from, limit);
      } catch (error) {
        const isUsable =
          error instanceof StreamDamaged && (needs === 'types' || !error.slice.events.some(hasDamagedData));
        if (isUsable && error.slice.events.length > 0) return error.slice;
        throw error;
      }
    },
  };
}
