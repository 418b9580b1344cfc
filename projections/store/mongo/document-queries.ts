import type { Collection, Document } from 'mongodb';
import { documentIndexes } from '../document-indexes.ts';
import type { Doc, DocPage, Query, Where } from '../port.ts';
import { buildFilter, type MongoSource, type QueryPart } from './query.ts';
import { readPage } from './reader.ts';
import { type IndexedFields, parseDoc, toFieldPath } from './view-record.ts';

/** The whole document is kept as text too: see extractFields. */
export type DocumentRecord = { _id: string; text: string; fields: IndexedFields; expires?: Date };
export type SpaceQuery = <T>(
  space: string,
  question: (documents: Collection<DocumentRecord>) => Promise<T>,
) => Promise<T>;

const toPath = (field: string) => (field === 'id' ? '_id' : toFieldPath(field, 'fields'));

/** The paths of each index of a space. */
export function listIndexPaths(space: string): string[][] {
  return (documentIndexes[space] ?? []).map((fields) => [...fields, 'id'].map(toPath));
}

/** Documents without those that expired by `now`. */
export function createDocumentSource(now: number): MongoSource {
  return { pathOf: toPath, condition: buildAliveFilter(now) };
}

export function buildAliveFilter(now: number): Document {
  return { $or: [{ expires: { $exists: false } }, { expires: { $gt: new Date(now) } }] };
}

/** Queries of one space at a time, without expired documents. `prepare` creates the indexes of a space. */
export function createDocumentQueries(
  inside: SpaceQuery,
  prepare: (space: string) => Promise<unknown>,
  now: () => number,
) {
  return {
    list: async (space: string, query: Query): Promise<DocPage<Doc>> => {
      await prepare(space);
      const find = async ({ filter, sort }: QueryPart, limit: number) => {
        const options = { sort, limit, batchSize: limit + 1 };
        const records = await inside(space, (documents) => documents.find(filter, options).toArray());
        return records.map(({ text }) => parseDoc(text));
      };
      return readPage(createDocumentSource(now()), query, find);
    },
    count: async (space: string, where?: Where): Promise<number> => {
      await prepare(space);
      const filter = buildFilter(createDocumentSource(now()), where);
      return inside(space, (documents) => documents.countDocuments(filter));
    },
  };
}
