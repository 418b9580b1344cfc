import type { Collection } from 'mongodb';
import { startPosition } from '#domain/shared/decider.ts';
import { encodeCursor } from '../page-cursor.ts';
import type { MongoCall } from './connection.ts';
import {
  buildCountPipeline,
  buildFilter,
  mergeParts,
  type MongoSource,
  type QueryPart,
  planMongoPages,
  viewSource,
} from './query.ts';
import { parseDoc, type ViewRecordState, type ViewRecord } from './view-record.ts';
import type { Doc, DocState, DocPage, Query, Where } from '../port.ts';

const projection = { 'state.doc': 1, 'state.position': 1, 'state.removed': 1 };

/** Queries on one collection of a view's documents. */
export function createCollectionReader(ask: MongoCall, name: string) {
  const inside = <T>(question: (collection: Collection<ViewRecord>) => Promise<T>) =>
    ask((db) => question(db.collection<ViewRecord>(name)));

  const find = ({ filter, sort }: QueryPart, limit: number): Promise<Doc[]> =>
    inside(async (collection) => {
      const records = await collection.find(filter, { projection, sort, limit, batchSize: limit + 1 }).toArray();
      return records.map(({ state }) => readText(state)).flatMap((text) => (text === null ? [] : [parseDoc(text)]));
    });

  const findRecords = (ids: string[]): Promise<ViewRecord[]> => {
    const [_id = '', ...others] = ids;
    if (others.length > 0) {
      const options = { projection, limit: ids.length, batchSize: ids.length + 1 };
      return inside((collection) => collection.find({ _id: { $in: ids } }, options).toArray());
    }
    return inside(async (collection) => {
      const record = await collection.findOne({ _id }, { projection });
      return record ? [record] : [];
    });
  };

  /** What is known of each document, in the order of `ids`. */
  const getAll = async (ids: string[]): Promise<DocState[]> => {
    if (ids.length === 0) return [];
    const records = await findRecords([...new Set(ids)]);
    const states = new Map(records.map(({ _id, state }) => [_id, state]));
    return ids.map((id) => toDocState(states.get(id)));
  };

  const list = (query: Query) => readPage(viewSource, query, find);

  const count = (where?: Where): Promise<number> =>
    inside((collection) => collection.countDocuments(buildFilter(viewSource, where)));

  const countBy = async (field: string, where?: Where): Promise<Map<string, number>> => {
    const counted = await inside((collection) =>
      collection.aggregate<{ _id: string | number; n: number }>(buildCountPipeline(viewSource, field, where)).toArray(),
    );
    return new Map(counted.map(({ _id, n }) => [String(_id), n]));
  };

  const findIds = (field: string, value: string): Promise<string[]> =>
    inside(async (collection) => {
      const filter = buildFilter(viewSource, { [field]: value });
      const records = await collection.find(filter, { projection: { _id: 1 } }).toArray();
      return records.map(({ _id }) => _id);
    });

  return { getAll, findIds, list, count, countBy };
}

type FindPart = (part: QueryPart, limit: number) => Promise<Doc[]>;

/** Throws BadCursor. */
export async function readPage(source: MongoSource, query: Query, find: FindPart): Promise<DocPage<Doc>> {
  const { keys, groups } = planMongoPages(source, query);
  const docs: Doc[] = [];
  for (const group of groups) {
    const missing = query.limit + 1 - docs.length;
    if (missing > 0) docs.push(...mergeParts(keys, await Promise.all(group.map((part) => find(part, missing)))));
  }
  const page = docs.slice(0, query.limit);
  const last = page.at(-1);
  return docs.length > page.length && last ? { docs: page, cursor: encodeCursor(keys, last) } : { docs: page };
}

function toDocState(state: ViewRecordState | undefined): DocState {
  if (!state) return { doc: null, position: startPosition };
  const text = readText(state);
  return { doc: text === null ? null : parseDoc(text), position: state.position };
}

function readText(state: ViewRecordState): string | null {
  return 'doc' in state ? state.doc : null;
}
