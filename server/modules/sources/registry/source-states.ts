import { sourceStream } from '#domain/event-catalog/streams.ts';
import { type Source, source } from '#domain/source/decider.ts';
import { type EventStore, noStream } from '#server/platform/event-store/port.ts';

/** Whether sources are paused, read from the log itself, so that a lagging view lets nothing in. */
export type Pauses = { isPaused: (id: string) => Promise<boolean> };
/** The state of a source, read from the log itself. */
export type FindSourceState = (id: string) => Promise<Source>;

type FoldedSource = { state: Source; revision: number };
const maxCachedSources = 1000;

export function createSourceStates(events: Pick<EventStore, 'read'>): FindSourceState {
  const foldedSources = new Map<string, FoldedSource>();

  return async (id) => {
    const before = foldedSources.get(id) ?? { state: source.initialState, revision: noStream };
    const { events: newEvents, revision } = await events.read(sourceStream(id), before.revision + 1);
    const state = newEvents.reduce(source.evolve, before.state);
    foldedSources.delete(id);
    foldedSources.set(id, { state, revision });
    if (foldedSources.size > maxCachedSources) foldedSources.delete(foldedSources.keys().next().value ?? '');
    return state;
  };
}
