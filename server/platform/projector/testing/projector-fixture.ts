import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AnyProjection } from '#projections/projection.ts';
import type { Doc, ViewStore } from '#projections/store/port.ts';
import { openSqliteDocuments, openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { startTestFeed } from '#server/platform/subscriptions/testing/feed-fixture.ts';
import { type ProjectorDeps, startProjector } from '../projector.ts';
import { waitWithoutLimit } from './wait-without-limit.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';

/** How often each stream occurred: wrong as soon as an event is applied twice, or not at all. */
export type Tally = Doc & { heard: number; last: string };
type Heard = Omit<StoredEvent, 'data'> & { data: { of: string[]; poison?: boolean } };

const ignoreLine = () => undefined;
export const silentLog = { info: ignoreLine, warn: ignoreLine, error: ignoreLine, fatal: ignoreLine };

const alwaysFail = () => true;
type TallyOptions = { view?: string; version?: number; failing?: () => boolean };

/** Counts events `Heard` by the ids in their data. `poison: true` makes `evolve` fail when `failing` says so. */
export function createTallyProjection({
  view = 'tallies',
  version = 1,
  failing = alwaysFail,
}: TallyOptions = {}): AnyProjection {
  const projection = {
    view,
    version,
    indexes: [['heard']],
    handles: ['Heard'],
    idsOf: ({ data }: Heard) => data.of,
    evolve: (doc: Tally | null, { data, id: last }: Heard, id: string): Tally => {
      if (data.poison && failing()) throw new Error('too much for me');
      return { id, heard: (doc?.heard ?? 0) + version, last };
    },
  };
  return projection;
}

/** A log and views in files that are deleted at the end of the test. `hear` appends one event that names these ids. */
export function openProjectorFixture() {
  const folder = createTestFolder();
  const opened: { close: () => Promise<void> }[] = [];
  onTestFinished(async () => {
    for (const store of opened) await store.close();
  });
  const kept = <S extends { close: () => Promise<void> }>(store: S) => {
    opened.push(store);
    return store;
  };
  const documents = kept(openSqliteDocuments(join(folder, 'documents.sqlite')));
  const events: EventStore = kept(openSqliteEventStore(join(folder, 'events.sqlite')));
  const views: ViewStore = kept(openSqliteViewStore(join(folder, 'views.sqlite')));

  const append = async (type: string, data: unknown) => {
    const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: new Date().toISOString() };
    const { position } = await events.append(`s-${randomUUID()}`, [{ id: randomUUID(), type, data }], -1, metadata);
    return position;
  };
  const hear = (...of: string[]) => append('Heard', { of });
  const poison = (...of: string[]) => append('Heard', { of, poison: true });
  const heard = async (view = 'tallies') => {
    const { docs } = await views.list<Tally>(view, { limit: 1_000 });
    return Object.fromEntries(docs.map(({ id, heard: times }) => [id, times]));
  };
  const startFeed = (log: EventStore = events) => {
    const feed = startTestFeed(log);
    opened.unshift({ close: feed.stop });
    return feed;
  };
  const failedEvents = createFailedEvents({ documents, clock: systemClock, log: silentLog });
  /** Starts a projector on a feed of its own, as another process would; readers wait for it without a time limit. */
  const project = (options: Partial<ProjectorDeps> = {}, listeners: Parameters<typeof startProjector>[1] = {}) => {
    const own = { views, projections: [createTallyProjection()], failedEvents, log: silentLog, ...options };
    const projector = startProjector({ feed: options.feed ?? startFeed(), ...own }, listeners);
    return { ...projector, waitForProjections: waitWithoutLimit(projector.waitForProjections) };
  };
  return { folder, events, views, documents, failedEvents, append, hear, poison, heard, kept, startFeed, project };
}
