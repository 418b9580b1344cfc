import { MongoBulkWriteError } from 'mongodb';
import { splitIntoParts } from '../split-into-parts.ts';
import type { Doc, DocumentChange } from '../port.ts';
import { duplicateKeyCode, upsertWithRetry } from './connection.ts';
import { buildAliveFilter, type DocumentRecord, type SpaceQuery } from './document-queries.ts';
import { extractFields } from './view-record.ts';

const putsBetweenPurges = 1_000;
/** One request writes at most these: it is answered before it counts as lost. */
const maxPutsPerRequest = 100;

type Put = { space: string; count: number; expires: number | undefined };
type PurgeOptions = {
  now: () => number;
  /** Makes the server remove expired documents of a space; false where it does not support this. */
  ensureExpiry: (space: string) => Promise<boolean>;
  /** Removes the expired documents of a space. */
  purge: (space: string) => Promise<unknown>;
};

export function createDocumentWrites(inside: SpaceQuery, { now, ensureExpiry, purge }: PurgeOptions) {
  let puts = 0;

  /** Runs a write of `count` documents, and what removes expired ones. */
  const purgeAround = async <T>({ space, count, expires }: Put, write: () => Promise<T>): Promise<T> => {
    const isPurgedByServer = expires === undefined || (await ensureExpiry(space));
    const outcome = await write();
    const before = puts;
    puts += count;
    const isPurgeDue = Math.floor(puts / putsBetweenPurges) > Math.floor(before / putsBetweenPurges);
    if (!isPurgedByServer && isPurgeDue) await purge(space);
    return outcome;
  };

  const writeAll = async (space: string, docs: Doc[], expires?: number) => {
    for (const part of splitIntoParts(docs, maxPutsPerRequest)) {
      const replacements = part.map((doc) => ({
        replaceOne: { filter: { _id: doc.id }, replacement: toRecord(doc, expires), upsert: true },
      }));
      await inside(space, (documents) => upsertWithRetry(() => documents.bulkWrite(replacements, { ordered: false })));
    }
  };

  /** Resolves with the ids of those that are there already. An expired one makes room where it is met. */
  const insertRecords = async (space: string, records: DocumentRecord[]): Promise<string[]> => {
    const refused = await findDuplicates(inside(space, (all) => all.insertMany(records, { ordered: false })));
    if (refused.size === 0) return [];
    const left = records.filter((_, index) => refused.has(index));
    const ids = left.map(({ _id }) => _id);
    const expired = { _id: { $in: ids }, expires: { $lte: new Date(now()) } };
    const { deletedCount } = await inside(space, (all) => all.deleteMany(expired));
    return deletedCount === 0 ? ids : insertRecords(space, left);
  };

  const insertAll = async (space: string, docs: Doc[], expires?: number): Promise<string[]> => {
    const present: string[] = [];
    for (const part of splitIntoParts(docs, maxPutsPerRequest)) {
      const records = part.map((doc) => ({ _id: doc.id, ...toRecord(doc, expires) }));
      present.push(...(await insertRecords(space, records)));
    }
    return present;
  };

  /** The server compares the document's text and writes in one step. */
  const replace = async (space: string, ...[before, next, expires]: DocumentChange): Promise<boolean> => {
    if (before === null) return (await insertAll(space, [next], expires)).length === 0;
    const same = { _id: before.id, text: JSON.stringify(before), ...buildAliveFilter(now()) };
    if (next === null) return (await inside(space, (documents) => documents.deleteOne(same))).deletedCount === 1;
    const change = { $set: toRecord(next, expires) };
    return (await inside(space, (documents) => documents.updateOne(same, change))).matchedCount === 1;
  };

  return {
    putAll: (space: string, docs: Doc[], expires?: number) =>
      purgeAround({ space, count: docs.length, expires }, () => writeAll(space, docs, expires)),
    insertAll: (space: string, docs: Doc[]): Promise<string[]> =>
      purgeAround({ space, count: docs.length, expires: undefined }, () => insertAll(space, docs)),
    compareAndSet: (space: string, ...change: DocumentChange): Promise<boolean> =>
      purgeAround({ space, count: 1, expires: change[2] }, () => replace(space, ...change)),
    remove: async (space: string, id: string) => {
      await inside(space, (documents) => documents.deleteOne({ _id: id }));
    },
    removeAll: async (space: string, ids: string[]) => {
      await inside(space, (documents) => documents.deleteMany({ _id: { $in: ids } }));
    },
  };
}

function toRecord(doc: Doc, expires?: number): Omit<DocumentRecord, '_id'> {
  const record = { text: JSON.stringify(doc), fields: extractFields(doc) };
  return expires === undefined ? record : { ...record, expires: new Date(Math.round(expires)) };
}

/** The places of the documents that were refused as they are there already. */
async function findDuplicates(inserting: Promise<unknown>): Promise<ReadonlySet<number>> {
  try {
    await inserting;
    return new Set();
  } catch (error) {
    const refusals = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (refusals.length === 0 || refusals.some(({ code }) => code !== duplicateKeyCode)) throw error;
    return new Set(refusals.map(({ index }) => index));
  }
}
