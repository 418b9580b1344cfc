import { randomBytes } from 'node:crypto';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { type BuiltGeneration, type Catalogue, buildGenerationId, isBuilt } from './catalogue.ts';
import { type MongoCall, duplicateKeyCode, isServerError, upsertWithRetry } from './connection.ts';
import { createCollectionRemover } from './dropped-collections.ts';
import { ensureExpiry, ensureIndexes } from './indexes.ts';
import { toFieldPath, removedTtlSeconds } from './view-record.ts';
import { Fenced, type Lease, type ViewDeclaration } from '../port.ts';

/** The existing generations, their checkpoints, and which one is live. `checkLease` throws Fenced. */
export function createMongoGenerations(
  ask: MongoCall,
  catalogue: Catalogue,
  checkLease: (fence?: Lease) => Promise<void>,
) {
  const { queryLiveViews, queryGenerations, findBuilt } = catalogue;
  const { drop, removeLater, stop } = createCollectionRemover(ask, catalogue);
  const liveViews = cacheBriefly(async () => {
    const records = await queryLiveViews((records) => records.find().toArray());
    return new Map(records.map((live) => [live._id, live]));
  });

  return {
    stop,
    collectionOf: async (view: string) => (await liveViews.loadCached()).get(view)?.collection ?? null,
    live: async (view: string) => (await liveViews.loadNow()).get(view) ?? null,

    prepare: async (declaration: ViewDeclaration, generation: string): Promise<Position> => {
      const _id = buildGenerationId(declaration.view, generation);
      const { collection, checkpoint } = (await findBuilt(_id)) ?? (await beginGeneration(catalogue, declaration, _id));
      await ensureViewIndexes(ask, collection, declaration);
      removeLater();
      return checkpoint;
    },

    promote: async (declaration: ViewDeclaration, generation: string, fence?: Lease) => {
      const { view, version } = declaration;
      const _id = buildGenerationId(view, generation);
      const record = await findBuilt(_id);
      if (!record) throw new Error(`There is no ${_id} to promote`);
      const { collection } = record;
      await ensureViewIndexes(ask, collection, declaration);
      await checkLease(fence);
      await queryGenerations((records) => records.updateOne({ _id }, { $set: { version } }));
      await promoteView(catalogue, view, { generation, version, collection }, fence);
      await liveViews.loadNow();
      const others = await queryGenerations((records) => records.find({ view, _id: { $ne: _id } }).toArray());
      for (const other of others) if (isBuilt(other)) await drop(other);
    },

    discard: async (view: string, generation: string, fence?: Lease) => {
      await checkLease(fence);
      const record = await findBuilt(buildGenerationId(view, generation));
      await queryLiveViews((records) => records.deleteOne({ _id: view, generation }));
      await liveViews.loadNow();
      if (record) await drop(record);
    },

    checkpoints: async (): Promise<Map<string, Position>> => {
      const live = await liveViews.loadNow();
      const records = await queryGenerations((all) => all.find().toArray());
      const isLive = ({ _id, view }: (typeof records)[number]) => _id === `${view}@${live.get(view)?.generation ?? ''}`;
      return new Map(records.filter(isLive).map(({ view, checkpoint }) => [view, checkpoint]));
    },
  };
}

type PromotedView = { generation: string; version: number; collection: string };

/** A promotion by a later lease is kept. Throws Fenced. */
async function promoteView(
  { queryLiveViews }: Catalogue,
  view: string,
  promoted: PromotedView,
  fence: Lease | undefined,
) {
  const leaseToken = fence?.token;
  const before =
    leaseToken === undefined ? {} : { $or: [{ turn: { $exists: false } }, { turn: { $lte: leaseToken } }] };
  const update = { $set: { ...promoted, ...(leaseToken !== undefined && { turn: leaseToken }) } };
  try {
    await queryLiveViews((records) => records.updateOne({ _id: view, ...before }, update, { upsert: true }));
  } catch (error) {
    throw fence && isServerError(error, duplicateKeyCode) ? new Fenced(fence) : error;
  }
}

/** The collection's name is new each time: a process that still writes to a former one has no effect on readers. */
async function beginGeneration(
  { queryGenerations, findBuilt }: Catalogue,
  { view, version }: ViewDeclaration,
  _id: string,
): Promise<BuiltGeneration> {
  const none = { view, version, checkpoint: startPosition, collection: null };
  const begun = { version, checkpoint: startPosition, collection: `${_id}~${randomBytes(4).toString('hex')}` };
  await queryGenerations((records) =>
    upsertWithRetry(() => records.updateOne({ _id }, { $setOnInsert: none }, { upsert: true })),
  );
  await queryGenerations((records) => records.updateOne({ _id, collection: null }, { $set: begun }));
  const record = await findBuilt(_id);
  if (!record) throw new Error(`${_id} was dropped while it was begun`);
  return record;
}

/**
 * The declared indexes, each with the id as a tie-breaker; one by id; and the one that lets removed documents expire
 * permanently.
 */
async function ensureViewIndexes(ask: MongoCall, collection: string, { indexes, hasWords }: ViewDeclaration) {
  const declared = hasWords ? [...indexes, ['words']] : indexes;
  const keys = [[], ...declared].map((fields) => [...new Set([...fields, 'id'])]);
  await ensureIndexes(
    ask,
    collection,
    keys.map((fields) => fields.map((field) => toFieldPath(field, 'state.fields'))),
  );
  await ensureExpiry(ask, collection, 'state.removed', removedTtlSeconds);
}

/** A reader may use a result loaded up to a second ago; concurrent callers share one load. */
function cacheBriefly<T>(load: () => Promise<T>) {
  const freshForMs = 1_000;
  let cached: Promise<T> | null = null;
  let at = 0;

  const loadNow = () => {
    const loading = load();
    [cached, at] = [loading, performance.now()];
    loading.catch(() => {
      if (cached === loading) cached = null;
    });
    return loading;
  };
  return { loadNow, loadCached: () => (cached !== null && performance.now() - at < freshForMs ? cached : loadNow()) };
}
