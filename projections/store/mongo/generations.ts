import { randomBytes } from 'node:crypto';
import { type Position, start } from '#domain/shared/decider.ts';
import { type Built, type Catalogue, idOf, isBuilt } from './catalogue.ts';
import { type Ask, duplicateKey, isAnswer, upserting } from './connection.ts';
import { droppedCollections } from './dropped.ts';
import { ensureExpiry, ensureIndexes } from './indexes.ts';
import { pathOf, rememberedFor } from './stored.ts';
import { Fenced, type Lease, type ViewDeclaration } from '../port.ts';

/** Which generations there are, how far each was built, and which one readers see. `inTurn` throws Fenced. */
export function generationsIn(ask: Ask, catalogue: Catalogue, inTurn: (fence?: Lease) => Promise<void>) {
  const { lives, generations, built } = catalogue;
  const { drop, removeLater, stop } = droppedCollections(ask, catalogue);
  const seen = remembered(async () => {
    const found = await lives((records) => records.find().toArray());
    return new Map(found.map((live) => [live._id, live]));
  });

  return {
    stop,
    collectionOf: async (view: string) => (await seen.lately()).get(view)?.collection ?? null,
    live: async (view: string) => (await seen.now()).get(view) ?? null,

    prepare: async (declaration: ViewDeclaration, generation: string): Promise<Position> => {
      const _id = idOf(declaration.view, generation);
      const { collection, checkpoint } = (await built(_id)) ?? (await begin(catalogue, declaration, _id));
      await indexed(ask, collection, declaration);
      removeLater();
      return checkpoint;
    },

    promote: async (declaration: ViewDeclaration, generation: string, fence?: Lease) => {
      const { view, version } = declaration;
      const _id = idOf(view, generation);
      const found = await built(_id);
      if (!found) throw new Error(`There is no ${_id} to promote`);
      const { collection } = found;
      await indexed(ask, collection, declaration);
      await inTurn(fence);
      await generations((records) => records.updateOne({ _id }, { $set: { version } }));
      await show(catalogue, view, { generation, version, collection }, fence);
      await seen.now();
      const others = await generations((records) => records.find({ view, _id: { $ne: _id } }).toArray());
      for (const other of others) if (isBuilt(other)) await drop(other);
    },

    discard: async (view: string, generation: string, fence?: Lease) => {
      await inTurn(fence);
      const found = await built(idOf(view, generation));
      await lives((records) => records.deleteOne({ _id: view, generation }));
      await seen.now();
      if (found) await drop(found);
    },

    checkpoints: async (): Promise<Map<string, Position>> => {
      const live = await seen.now();
      const records = await generations((all) => all.find().toArray());
      const isLive = ({ _id, view }: (typeof records)[number]) => _id === `${view}@${live.get(view)?.generation ?? ''}`;
      return new Map(records.filter(isLive).map(({ view, checkpoint }) => [view, checkpoint]));
    },
  };
}

type Shown = { generation: string; version: number; collection: string };

/** What a later turn has promoted stays. Throws Fenced. */
async function show({ lives }: Catalogue, view: string, shown: Shown, fence: Lease | undefined) {
  const turn = fence?.token;
  const before = turn === undefined ? {} : { $or: [{ turn: { $exists: false } }, { turn: { $lte: turn } }] };
  const update = { $set: { ...shown, ...(turn !== undefined && { turn }) } };
  try {
    await lives((records) => records.updateOne({ _id: view, ...before }, update, { upsert: true }));
  } catch (error) {
    throw fence && isAnswer(error, duplicateKey) ? new Fenced(fence) : error;
  }
}

/** The collection's name is a new one each time: who still writes to a former one disturbs nobody. */
async function begin(
  { generations, built }: Catalogue,
  { view, version }: ViewDeclaration,
  _id: string,
): Promise<Built> {
  const none = { view, version, checkpoint: start, collection: null };
  const begun = { version, checkpoint: start, collection: `${_id}~${randomBytes(4).toString('hex')}` };
  await generations((records) => upserting(() => records.updateOne({ _id }, { $setOnInsert: none }, { upsert: true })));
  await generations((records) => records.updateOne({ _id, collection: null }, { $set: begun }));
  const found = await built(_id);
  if (!found) throw new Error(`${_id} was dropped while it was begun`);
  return found;
}

/** The declared ones, each with the id that settles ties; one by id; and what lets removed documents go for good. */
async function indexed(ask: Ask, collection: string, { indexes }: ViewDeclaration) {
  const keys = [[], ...indexes].map((fields) => [...new Set([...fields, 'id'])]);
  await ensureIndexes(
    ask,
    collection,
    keys.map((fields) => fields.map((field) => pathOf(field, 'state.fields'))),
  );
  await ensureExpiry(ask, collection, 'state.removed', rememberedFor);
}

/** A reader may use what was loaded up to a second ago; those who ask at the same time share one loading. */
function remembered<T>(load: () => Promise<T>) {
  const freshFor = 1_000;
  let loaded: Promise<T> | null = null;
  let at = 0;

  const now = () => {
    const loading = load();
    [loaded, at] = [loading, performance.now()];
    loading.catch(() => {
      if (loaded === loading) loaded = null;
    });
    return loading;
  };
  return { now, lately: () => (loaded !== null && performance.now() - at < freshFor ? loaded : now()) };
}
