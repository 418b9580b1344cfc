import { type Position, type Recorded, startPosition, type StreamName } from '#domain/shared/decider.ts';
import { type Appended, type EventStore, noStream } from '#server/platform/event-store/port.ts';

/** How the events of a stream make up a state; every decider is one. */
export type Fold<E, S> = { evolve: (state: S, event: Recorded<E>) => S; initialState: S };

/** A stream as far as it was read: `ids` are those of its events. */
export type LoadedStream<S> = { state: S; revision: number; position: Position; ids: Set<string> };

export function emptyStream<S>({ initialState }: { initialState: S }): LoadedStream<S> {
  return { state: initialState, revision: noStream, position: startPosition, ids: new Set() };
}

/** Streams shorter than this are read again each time, unless `cachedFrom` says otherwise: most are read once only. */
const minCachedEvents = 16;
const maxCachedStreams = 2000;
/** Other work of the process comes in between the pages of a long stream. */
const pageSize = 500;

/**
 * Folds streams and caches the long ones, and those that this process writes: of these only new events are read. A
 * stream has one fold in a loader.
 */
export function createStreamLoader(store: Pick<EventStore, 'read'>, cachedFrom = minCachedEvents) {
  const cache = new Map<string, LoadedStream<unknown>>();

  /** What this process knows of a stream, which others may have written since. */
  // The cached state under its name is of the stream's only fold.
  const findKnown = <S>(stream: string) => cache.get(stream) as LoadedStream<S> | undefined;

  const remember = (stream: string, loadedStream: LoadedStream<unknown>) => {
    cache.delete(stream);
    cache.set(stream, loadedStream);
    if (cache.size > maxCachedStreams) cache.delete(cache.keys().next().value ?? '');
  };

  return {
    findKnown,
    load: async <E extends { type: string; data: unknown }, S>(
      { evolve, initialState }: Fold<E, S>,
      stream: StreamName<E>,
    ): Promise<LoadedStream<S>> => {
      let loadedStream = findKnown<S>(stream) ?? emptyStream({ initialState });
      for (let isComplete = false; !isComplete; ) {
        const { events, revision } = await store.read(stream, loadedStream.revision + 1, pageSize);
        if (revision < loadedStream.revision) {
          // A backup was restored, so what is kept of the stream never happened.
          loadedStream = emptyStream({ initialState });
          continue;
        }
        isComplete = events.length < pageSize;
        loadedStream = {
          state: events.reduce<S>(evolve, loadedStream.state),
          revision,
          position: events.at(-1)?.position ?? loadedStream.position,
          ids: events.reduce((ids, { id }) => ids.add(id), loadedStream.ids),
        };
      }
      if (cache.has(stream) || loadedStream.ids.size >= cachedFrom) remember(stream, loadedStream);
      return loadedStream;
    },
    /** Adds what was appended after `loaded`, so that the next command needs no read. */
    extend: <E, S>(
      evolve: (state: S, event: E) => S,
      stream: string,
      loadedStream: LoadedStream<S>,
      { events, ...appended }: Appended & { events: (E & { id: string })[] },
    ) => {
      remember(stream, {
        state: events.reduce<S>(evolve, loadedStream.state),
        ids: events.reduce((ids, { id }) => ids.add(id), loadedStream.ids),
        ...appended,
      });
    },
  };
}

export type StreamLoader = ReturnType<typeof createStreamLoader>;
