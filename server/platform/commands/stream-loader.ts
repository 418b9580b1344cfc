import { type Position, type Recorded, startPosition, type StreamName } from '#domain/shared/decider.ts';
import { type EventStore, noStream } from '#server/platform/event-store/port.ts';

/** How the events of a stream make up a state; every decider is one. */
export type Fold<E, S> = { evolve: (state: S, event: Recorded<E>) => S; initialState: S };

/** A stream as far as it was read: `ids` are those of its events. */
export type LoadedStream<S> = { state: S; revision: number; position: Position; ids: Set<string> };

/** Streams shorter than this are read again each time, unless `cachedFrom` says otherwise: most are read once only. */
const minCachedEvents = 16;
const maxCachedStreams = 2000;
/** Other work of the process comes in between the pages of a long stream. */
const pageSize = 500;

/** Folds streams and caches the long ones: of these only new events are read. A stream has one fold in a loader. */
export function createStreamLoader(store: Pick<EventStore, 'read'>, cachedFrom = minCachedEvents) {
  const cache = new Map<string, LoadedStream<unknown>>();

  return async function load<E extends { type: string; data: unknown }, S>(
    { evolve, initialState }: Fold<E, S>,
    stream: StreamName<E>,
  ): Promise<LoadedStream<S>> {
    // The cached state under its name is of the stream's only fold.
    let loaded = (cache.get(stream) as LoadedStream<S> | undefined) ?? {
      state: initialState,
      revision: noStream,
      position: startPosition,
      ids: new Set<string>(),
    };
    for (let isComplete = false; !isComplete; ) {
      const { events, revision } = await store.read(stream, loaded.revision + 1, pageSize);
      isComplete = events.length < pageSize;
      loaded = {
        state: events.reduce<S>(evolve, loaded.state),
        revision,
        position: events.at(-1)?.position ?? loaded.position,
        ids: events.reduce((ids, { id }) => ids.add(id), loaded.ids),
      };
    }
    cache.delete(stream);
    if (loaded.ids.size >= cachedFrom) cache.set(stream, loaded);
    if (cache.size > maxCachedStreams) cache.delete(cache.keys().next().value ?? '');
    return loaded;
  };
}

export type StreamLoader = ReturnType<typeof createStreamLoader>;
