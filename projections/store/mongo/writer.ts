import type { AnyBulkWriteOperation } from 'mongodb';
import type { Built, Catalogue } from './catalogue.ts';
import { type Ask, duplicateKey, isAnswer } from './connection.ts';
import { fieldsOf, type State, type Stored } from './stored.ts';
import { type Batch, type Change, StoreUnavailable } from '../port.ts';

/** FerretDB works at all updates of a message at once, each on a connection of its own: many of them stand in each other's way. */
const atOnce = 8;

/**
 * Writes the documents, then the checkpoints: a batch that stopped half-way is given again, and each document takes
 * what it lacks. `allowed` is asked before each message, and throws where this writer's turn is over. Should one
 * message slip through even so, it does no harm: all that it says was true at its position.
 */
export function writerOf(ask: Ask, { builtFor, advance }: Catalogue) {
  const write = async (collection: string, changes: Change[], allowed: () => Promise<void>) => {
    for (let from = 0; from < changes.length; from += atOnce) {
      const updates = changes.slice(from, from + atOnce).map(updateOf);
      await allowed();
      await ask((db) => db.collection<Stored>(collection).bulkWrite(updates, { ordered: false })).catch(passing);
    }
  };

  return async (batch: Batch, allowed: () => Promise<void>) => {
    await allowed();
    const built = await builtFor(batch);
    const news = batch.flatMap((part, n) => {
      const its = built[n];
      return its && isNews(part, its) ? [{ ...part, built: its }] : [];
    });
    for (const part of news) await write(part.built.collection, part.changes, allowed);
    await allowed();
    await advance(
      news.flatMap(({ built: its, checkpoint }) => (checkpoint === null ? [] : [{ built: its, checkpoint }])),
    );
  };
}

function isNews({ checkpoint }: Batch[number], built: Built): boolean {
  return checkpoint === null || checkpoint > built.checkpoint;
}

function updateOf({ id, doc, position }: Change): AnyBulkWriteOperation<Stored> {
  const state: State =
    doc === null ? { position, removed: new Date() } : { position, doc: JSON.stringify(doc), fields: fieldsOf(doc) };
  return { updateOne: { filter: { _id: id }, update: { $max: { state } }, upsert: true } };
}

/** Two writers made the same document at the same moment: the one who failed finds it there next time. */
function passing(error: unknown): never {
  if (!isAnswer(error, duplicateKey)) throw error;
  throw new StoreUnavailable('Another wrote the same documents at the same moment.', { cause: error });
}
