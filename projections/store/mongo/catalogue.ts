import type { Collection } from 'mongodb';
import type { Position } from '#domain/shared/decider.ts';
import type { MongoCall } from './connection.ts';
import type { ViewBatch } from '../port.ts';

/**
 * The collection of a view's live generation. One document, so that a promotion is atomic. `turn` is the lease of the
 * process that promoted it.
 */
type LiveView = { _id: string; generation: string; version: number; collection: string; turn?: number };

/** The checkpoint and the collection of a generation. A dropped one has no collection, only those to be removed. */
export type Generation = {
  _id: string;
  view: string;
  version: number;
  checkpoint: Position;
  collection: string | null;
  dropped?: { collection: string; at: Date }[];
};
export type BuiltGeneration = Generation & { collection: string };
export type Catalogue = ReturnType<typeof createCatalogue>;

const viewNamePattern = /^[a-z][\w#-]*$/i;
const generationNamePattern = /^[\w.#-]+$/;

export function buildGenerationId(view: string, generation: string): string {
  if (!viewNamePattern.test(view) || !generationNamePattern.test(generation))
    throw new Error(`'${view}@${generation}' is no name of a view`);
  return `${view}@${generation}`;
}

export function isBuilt(generation: Generation): generation is BuiltGeneration {
  return generation.collection !== null;
}

/** The records of views and generations. */
export function createCatalogue(ask: MongoCall) {
  const queryLiveViews = <T>(question: (records: Collection<LiveView>) => Promise<T>) =>
    ask(async (db) => question(db.collection<LiveView>('views')));
  const queryGenerations = <T>(question: (records: Collection<Generation>) => Promise<T>) =>
    ask(async (db) => question(db.collection<Generation>('generations')));

  const findBuilt = async (_id: string): Promise<BuiltGeneration | null> => {
    const record = await queryGenerations((records) => records.findOne({ _id }));
    return record && isBuilt(record) ? record : null;
  };

  /** In the order of the batch. */
  const listBuilt = async (batch: Pick<ViewBatch[number], 'view' | 'generation'>[]): Promise<BuiltGeneration[]> => {
    const ids = batch.map(({ view, generation }) => buildGenerationId(view, generation));
    const records = await queryGenerations((all) => all.find({ _id: { $in: ids } }).toArray());
    const recordsById = new Map(records.filter(isBuilt).map((record) => [record._id, record]));
    return ids.map((id) => {
      const record = recordsById.get(id);
      if (!record) throw new Error(`There is no ${id} to write to`);
      return record;
    });
  };

  const advanceCheckpoints = async (checkpoints: { generation: BuiltGeneration; checkpoint: Position }[]) => {
    if (checkpoints.length === 0) return;
    const updates = checkpoints.map(({ generation: { _id, collection }, checkpoint }) => ({
      updateOne: { filter: { _id, collection }, update: { $max: { checkpoint } } },
    }));
    const { matchedCount } = await queryGenerations((records) => records.bulkWrite(updates, { ordered: false }));
    if (matchedCount < checkpoints.length) throw new Error('A generation was dropped while it was written to');
  };

  return { queryLiveViews, queryGenerations, findBuilt, listBuilt, advanceCheckpoints };
}
