import { createCatalogue } from './catalogue.ts';
import { openMongoConnection } from './connection.ts';
import { createMongoDocuments } from './documents.ts';
import { createMongoGenerations } from './generations.ts';
import { createMongoLeases } from './leases.ts';
import { createCollectionReader } from './reader.ts';
import { createMongoWriter } from './writer.ts';
import type { Doc, Lease, LeasedViewStore, ListedDocuments, DocPage, Query, ViewReader } from '../port.ts';

/**
 * Views in the database that `url` names (mongodb://host:port/name). Connects on the first request, and again after a
 * loss.
 */
export function openMongoViewStore(url: string): LeasedViewStore {
  const { call, close } = openMongoConnection(url, { durable: false });
  const catalogue = createCatalogue(call);
  const { leases, guard } = createMongoLeases(call);
  const createLeaseCheck = (fence?: Lease) => (fence ? guard(fence) : () => Promise.resolve());
  const generations = createMongoGenerations(call, catalogue, (fence) => createLeaseCheck(fence)());
  const write = createMongoWriter(call, catalogue);
  type Reader = ReturnType<typeof createCollectionReader>;

  const live = async <T>(view: string, none: T, read: (reader: Reader) => Promise<T>): Promise<T> => {
    const collection = await generations.collectionOf(view);
    return collection === null ? none : read(createCollectionReader(call, collection));
  };
  /** The reader has no types: a view contains what its projection wrote, whose type the caller names. */
  const reader: ViewReader = {
    get: <D extends Doc>(view: string, id: string) =>
      live(view, null, async ({ getAll }) => ((await getAll([id]))[0]?.doc ?? null) as D | null),
    getMany: <D extends Doc>(view: string, ids: string[]) =>
      live(
        view,
        ids.map(() => null),
        async ({ getAll }) => (await getAll(ids)).map(({ doc }) => doc as D | null),
      ),
    list: <D extends Doc>(view: string, query: Parameters<ViewReader['list']>[1]) =>
      live<DocPage<D>>(view, { docs: [] }, ({ list }) => list(query) as Promise<DocPage<D>>),
    count: (view, where) => live(view, 0, ({ count }) => count(where)),
    countBy: (view, field, where) => live(view, new Map(), ({ countBy }) => countBy(field, where)),
  };

  return {
    ...reader,
    leases,
    prepare: generations.prepare,
    live: async (view) => {
      const liveView = await generations.live(view);
      return liveView && { generation: liveView.generation, version: liveView.version };
    },
    promote: generations.promote,
    discard: generations.discard,
    getFrom: async (view, generation, ids) => {
      const [built] = await catalogue.listBuilt([{ view, generation }]);
      return built ? createCollectionReader(call, built.collection).getAll(ids) : [];
    },
    findIds: async (view, generation, field, value) => {
      const [built] = await catalogue.listBuilt([{ view, generation }]);
      return built ? createCollectionReader(call, built.collection).findIds(field, value) : [];
    },
    apply: (batch, fence) => write(batch, createLeaseCheck(fence)),
    checkpoints: generations.checkpoints,
    close: async () => {
      generations.stop();
      await close();
    },
  };
}

/** Sessions, credentials and checkpoints in the same database, untouched by rebuilds. `now` is in ms since 1970. */
export function openMongoDocuments(url: string, now: () => number = Date.now): ListedDocuments {
  const { call, close } = openMongoConnection(url, { durable: true });
  const documents = createMongoDocuments(call, now);
  const { get, getMany, list } = documents;

  return {
    ...documents,
    get: <D extends Doc>(space: string, id: string) => get(space, id) as Promise<D | null>,
    getMany: <D extends Doc>(space: string, ids: string[]) => getMany(space, ids) as Promise<(D | null)[]>,
    list: <D extends Doc>(space: string, query: Query) => list(space, query) as Promise<DocPage<D>>,
    close,
  };
}
