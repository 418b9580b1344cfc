import type { AnyBulkWriteOperation } from 'mongodb';
import type { BuiltGeneration, Catalogue } from './catalogue.ts';
import { type MongoCall, duplicateKeyCode, isServerError } from './connection.ts';
import { extractFields, type ViewRecordState, type ViewRecord } from './view-record.ts';
import { type ViewBatch, type DocChange, StoreUnavailable } from '../port.ts';

/**
 * FerretDB runs all updates of a message in parallel, each on a connection of its own: with many updates they block
 * each other.
 */
const maxUpdatesOfFerretDb = 8;
const maxUpdatesOfMongoDb = 1_000;
const maxInserts = 500;

/**
 * Writes the documents, then the checkpoints: a batch that was interrupted is applied again, and changes only the
 * documents that lack it. `allowed` is called before each message, and throws once this writer's lease is over. A
 * message sent too late does no harm: its content was true at its position.
 */
export function createMongoWriter(ask: MongoCall, { listBuilt, advanceCheckpoints }: Catalogue) {
  let maxUpdates: number | null = null;
  const readMaxUpdates = async () => {
    const build = await ask((db) => db.admin().buildInfo());
    return Object.keys(build).some((name) => name.startsWith('ferret')) ? maxUpdatesOfFerretDb : maxUpdatesOfMongoDb;
  };
  const write = async (collection: string, part: ViewBatch[number], assertLease: () => Promise<void>) => {
    const { changes, isRepair } = part;
    const send = async (updates: AnyBulkWriteOperation<ViewRecord>[], ordered = false) => {
      await assertLease();
      await ask((db) => db.collection<ViewRecord>(collection).bulkWrite(updates, { ordered }));
    };
    const isAdded = ({ isNew }: DocChange) => isNew === true && isRepair === undefined;
    const added = changes.filter(isAdded);
    const changed = changes.filter((change) => !isAdded(change));
    for (let from = 0; from < added.length; from += maxInserts) {
      const some = added.slice(from, from + maxInserts);
      // Some were written before this batch was interrupted: they are changed like others.
      const isInserted = await send(some.map(toInsert), true).then(() => true, refuseUnlessDuplicate);
      if (!isInserted) changed.push(...some);
    }
    const count = (maxUpdates ??= await readMaxUpdates());
    for (let from = 0; from < changed.length; from += count)
      await send(changed.slice(from, from + count).map(isRepair ? toReplacement : toUpdate)).catch(
        throwUnlessDuplicate,
      );
  };

  return async (batch: ViewBatch, assertLease: () => Promise<void>) => {
    await assertLease();
    const generations = await listBuilt(batch);
    const newParts = batch.flatMap((part, n) => {
      const generation = generations[n];
      return generation && isNewer(part, generation) ? [{ ...part, built: generation }] : [];
    });
    // All have ended before an error is thrown: none writes beside the retry.
    const writing = newParts.map((part) => write(part.built.collection, part, assertLease));
    for (const outcome of await Promise.allSettled(writing)) if (outcome.status === 'rejected') throw outcome.reason;
    await assertLease();
    await advanceCheckpoints(
      newParts.flatMap(({ built: generation, checkpoint }) =>
        checkpoint === null ? [] : [{ generation, checkpoint }],
      ),
    );
  };
}

function isNewer({ checkpoint }: ViewBatch[number], generation: BuiltGeneration): boolean {
  return checkpoint === null || checkpoint > generation.checkpoint;
}

function toInsert(change: DocChange): AnyBulkWriteOperation<ViewRecord> {
  return { insertOne: { document: { _id: change.id, state: toState(change) } } };
}

function toUpdate(change: DocChange): AnyBulkWriteOperation<ViewRecord> {
  return { updateOne: { filter: { _id: change.id }, update: { $max: { state: toState(change) } }, upsert: true } };
}

function toReplacement(change: DocChange): AnyBulkWriteOperation<ViewRecord> {
  return { replaceOne: { filter: { _id: change.id }, replacement: { state: toState(change) }, upsert: true } };
}

function toState({ doc, position }: DocChange): ViewRecordState {
  if (doc === null) return { position, removed: new Date() };
  return { position, doc: JSON.stringify(doc), fields: extractFields(doc) };
}

/** Two writers created the same document at the same moment: the one that failed finds it on the retry. */
function throwUnlessDuplicate(error: unknown): never {
  refuseUnlessDuplicate(error);
  throw new StoreUnavailable('Another wrote the same documents at the same moment.', { cause: error });
}

function refuseUnlessDuplicate(error: unknown): false {
  if (!isServerError(error, duplicateKeyCode)) throw error;
  return false;
}
