import { ensureExpiry, ensureIndexes } from './indexes.ts';
import type { MongoCall } from './connection.ts';
import {
  buildAliveFilter,
  createDocumentQueries,
  type DocumentRecord,
  listIndexPaths,
  type SpaceQuery,
} from './document-queries.ts';
import { createDocumentWrites } from './document-writes.ts';
import { parseDoc } from './view-record.ts';
import type { Doc, StoredDocument as KeptDocument } from '../port.ts';

const spaceNamePattern = /^[a-z][\w-]*$/i;
const spaceCollectionPrefix = 'keep_';

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

  /** Removes expired documents where the server does not. */
  const purge = (space: string) =>
    inside(space, (documents) => documents.deleteMany({ expires: { $lte: new Date(now()) } }));
  const expiring = runOncePerName(async (space) => {
    const server = await ensureExpiry(ask, collectionOf(space), 'expires', 0);
    if (!server) await purge(space);
    return server;
  });
  const prepare = runOncePerName((space) => ensureIndexes(ask, collectionOf(space), listIndexPaths(space)));
  const writes = createDocumentWrites(inside, { now, ensureExpiry: expiring, purge });

  return {
    ...createIdReads(inside, now),
    ...createDocumentQueries(inside, prepare, now),
    ...writes,
    put: (space: string, doc: Doc, expires?: number) => writes.putAll(space, [doc], expires),
    spaces: () => listSpaces(ask),
    page: async (space: string, after: string, limit: number): Promise<KeptDocument[]> => {
      const records = await inside(space, (documents) =>
        documents
          .find({ _id: { $gt: after }, ...buildAliveFilter(now()) }, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
          .toArray(),
      );
      return records.map(({ text, expires }) => ({ doc: parseDoc(text), expires: expires?.getTime() ?? null }));
    },
  };
}

function isAlive({ expires }: DocumentRecord, now: () => number): boolean {
  return expires === undefined || expires.getTime() > now();
}

function createIdReads(inside: SpaceQuery, now: () => number) {
  return {
    get: async (space: string, id: string): Promise<Doc | null> => {
      const record = await inside(space, (documents) => documents.findOne({ _id: id }));
      return record && isAlive(record, now) ? parseDoc(record.text) : null;
    },
    getMany: async (space: string, ids: string[]): Promise<(Doc | null)[]> => {
      // One answer has all: no cursor is left open where the connection is lost.
      const options = { batchSize: ids.length + 1 };
      const records = await inside(space, (documents) => documents.find({ _id: { $in: ids } }, options).toArray());
      const docs = new Map(records.filter((one) => isAlive(one, now)).map(({ _id, text }) => [_id, parseDoc(text)]));
      return ids.map((id) => docs.get(id) ?? null);
    },
  };
}

async function listSpaces(ask: MongoCall): Promise<string[]> {
  const collections = await ask((db) => db.listCollections({}, { nameOnly: true }).toArray());
  const names = collections.map(({ name }) => name).filter((name) => name.startsWith(spaceCollectionPrefix));
  return names.map((name) => name.slice(spaceCollectionPrefix.length)).toSorted();
}

/** Runs once for each name, and again after a failure. */
function runOncePerName<T>(work: (name: string) => Promise<T>) {
  const done = new Map<string, Promise<T>>();
  return (name: string) => {
    const running = done.get(name);
    if (running) return running;
    const doing = work(name);
    done.set(name, doing);
    doing.catch(() => done.delete(name));
    return doing;
  };
}
