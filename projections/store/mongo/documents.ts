import type { Collection } from 'mongodb';
import { type MongoCall, upsertWithRetry } from './connection.ts';
import { ensureExpiry, ensureIndexes } from './indexes.ts';
import { parseDoc, type IndexedFields, extractFields, toFieldPath } from './view-record.ts';
import type { Doc, StoredDocument as KeptDocument } from '../port.ts';

type DocumentRecord = { _id: string; text: string; fields: IndexedFields; expires?: Date };

type SpaceQuery = <T>(space: string, question: (documents: Collection<DocumentRecord>) => Promise<T>) => Promise<T>;

const spaceNamePattern = /^[a-z][\w-]*$/i;
const spaceCollectionPrefix = 'keep_';
const putsBetweenPurges = 1_000;

/** Documents by space and id, each space a collection; expired ones are not found, and removed later. */
export function createMongoDocuments(ask: MongoCall, now: () => number) {
  const collectionOf = (space: string) => {
    if (!spaceNamePattern.test(space)) throw new Error(`'${space}' is no name of a space`);
    return spaceCollectionPrefix + space;
  };
  const inside: SpaceQuery = (space, question) => {
    const name = collectionOf(space);
    return ask((db) => question(db.collection<DocumentRecord>(name)));
  };
  const alive = (record: DocumentRecord) => isAlive(record, now);

  /** Removes expired documents where the server does not. */
  const purge = (space: string) =>
    inside(space, (documents) => documents.deleteMany({ expires: { $lte: new Date(now()) } }));
  const expiring = runOncePerName(async (space) => {
    const server = await ensureExpiry(ask, collectionOf(space), 'expires', 0);
    if (!server) await purge(space);
    return server;
  });
  const indexed = runOncePerName((name) => {
    const [space = '', field = ''] = name.split(' ');
    return ensureIndexes(ask, collectionOf(space), [[toFieldPath(field, 'fields')]]);
  });
  let puts = 0;

  return {
    get: async (space: string, id: string): Promise<Doc | null> => {
      const found = await inside(space, (documents) => documents.findOne({ _id: id }));
      return found && alive(found) ? parseDoc(found.text) : null;
    },
    ...createBulkOperations(inside, now),
    put: async (space: string, doc: Doc, expires?: number) => {
      const record = { text: JSON.stringify(doc), fields: extractFields(doc) };
      const server = expires === undefined || (await expiring(space));
      const replacement = expires === undefined ? record : { ...record, expires: new Date(Math.round(expires)) };
      const put = (all: Collection<DocumentRecord>) => all.replaceOne({ _id: doc.id }, replacement, { upsert: true });
      await inside(space, (documents) => upsertWithRetry(() => put(documents)));
      puts += 1;
      if (!server && puts % putsBetweenPurges === 0) await purge(space);
    },
    replace: async (space: string, before: Doc, next: Doc): Promise<boolean> => {
      const same = { _id: before.id, text: JSON.stringify(before) };
      const change = { $set: { text: JSON.stringify(next), fields: extractFields(next) } };
      return (await inside(space, (documents) => documents.updateOne(same, change))).matchedCount === 1;
    },
    remove: async (space: string, id: string) => {
      await inside(space, (documents) => documents.deleteOne({ _id: id }));
    },
    spaces: () => listSpaces(ask),
    page: async (space: string, after: string, limit: number): Promise<KeptDocument[]> => {
      const lasting = [{ expires: { $exists: false } }, { expires: { $gt: new Date(now()) } }];
      const found = await inside(space, (documents) =>
        documents
          .find({ _id: { $gt: after }, $or: lasting })
          .sort({ _id: 1 })
          .limit(limit)
          .toArray(),
      );
      return found.map(({ text, expires }) => ({ doc: parseDoc(text), expires: expires?.getTime() ?? null }));
    },
    ...createFieldQueries(inside, (space, field) => indexed(`${space} ${field}`), now),
  };
}

function createFieldQueries(
  inside: SpaceQuery,
  indexed: (space: string, field: string) => Promise<unknown>,
  now: () => number,
) {
  return {
    findBy: async (space: string, field: string, value: string): Promise<Doc[]> => {
      await indexed(space, field);
      const path = toFieldPath(field, 'fields');
      const found = await inside(space, (documents) => documents.find({ [path]: { $eq: value } }).toArray());
      return found.filter((one) => isAlive(one, now)).map(({ text }) => parseDoc(text));
    },
    countBy: async (space: string, field: string, value: string): Promise<number> => {
      await indexed(space, field);
      const path = toFieldPath(field, 'fields');
      const lasting = [{ expires: { $exists: false } }, { expires: { $gt: new Date(now()) } }];
      return inside(space, (documents) => documents.countDocuments({ [path]: { $eq: value }, $or: lasting }));
    },
  };
}

function isAlive({ expires }: DocumentRecord, now: () => number): boolean {
  return expires === undefined || expires.getTime() > now();
}

function createBulkOperations(inside: SpaceQuery, now: () => number) {
  return {
    getMany: async (space: string, ids: string[]): Promise<(Doc | null)[]> => {
      const record = await inside(space, (documents) => documents.find({ _id: { $in: ids } }).toArray());
      const found = new Map(record.filter((one) => isAlive(one, now)).map(({ _id, text }) => [_id, parseDoc(text)]));
      return ids.map((id) => found.get(id) ?? null);
    },
    putNew: async (space: string, doc: Doc): Promise<Doc> => {
      const record = { text: JSON.stringify(doc), fields: extractFields(doc) };
      const found = await inside(space, async (documents) => {
        await documents.deleteOne({ _id: doc.id, expires: { $lte: new Date(now()) } });
        const set = { $setOnInsert: record };
        const options = { upsert: true, returnDocument: 'after' } as const;
        return upsertWithRetry(() => documents.findOneAndUpdate({ _id: doc.id }, set, options));
      });
      return found ? parseDoc(found.text) : doc;
    },
  };
}

async function listSpaces(ask: MongoCall): Promise<string[]> {
  const found = await ask((db) => db.listCollections({}, { nameOnly: true }).toArray());
  const names = found.map(({ name }) => name).filter((name) => name.startsWith(spaceCollectionPrefix));
  return names.map((name) => name.slice(spaceCollectionPrefix.length)).toSorted();
}

/** Runs once for each name, and again after a failure. */
function runOncePerName<T>(work: (name: string) => Promise<T>) {
  const done = new Map<string, Promise<T>>();
  return (name: string) => {
    const known = done.get(name);
    if (known) return known;
    const doing = work(name);
    done.set(name, doing);
    doing.catch(() => done.delete(name));
    return doing;
  };
}
