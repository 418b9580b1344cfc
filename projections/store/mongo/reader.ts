import type { Collection } from 'mongodb';
import { start } from '#domain/shared/decider.ts';
import { cursorOf } from '../cursor.ts';
import type { Ask } from './connection.ts';
import { countedBy, filterOf, merged, type Part, pagingOf } from './query.ts';
import { docOf, type State, type Stored } from './stored.ts';
import type { Doc, Held, Page, Query, Where } from '../port.ts';

const projection = { 'state.doc': 1, 'state.position': 1, 'state.removed': 1 };

/** Queries on one collection of a view's documents. */
export function collectionReader(ask: Ask, name: string) {
  const inside = <T>(question: (collection: Collection<Stored>) => Promise<T>) =>
    ask((db) => question(db.collection<Stored>(name)));

  const find = ({ filter, sort }: Part, limit: number): Promise<Doc[]> =>
    inside(async (collection) => {
      const found = await collection.find(filter, { projection, sort, limit, batchSize: limit + 1 }).toArray();
      return found.map(({ state }) => textOf(state)).flatMap((text) => (text === null ? [] : [docOf(text)]));
    });

  const stored = (ids: string[]): Promise<Stored[]> => {
    const [_id = '', ...others] = ids;
    if (others.length > 0) {
      const options = { projection, limit: ids.length, batchSize: ids.length + 1 };
      return inside((collection) => collection.find({ _id: { $in: ids } }, options).toArray());
    }
    return inside(async (collection) => {
      const found = await collection.findOne({ _id }, { projection });
      return found ? [found] : [];
    });
  };

  /** What is known of each, in the order of `ids`. */
  const getAll = async (ids: string[]): Promise<Held[]> => {
    if (ids.length === 0) return [];
    const found = await stored([...new Set(ids)]);
    const states = new Map(found.map(({ _id, state }) => [_id, state]));
    return ids.map((id) => heldOf(states.get(id)));
  };

  const list = async (query: Query): Promise<Page<Doc>> => {
    const { keys, groups } = pagingOf(query);
    const found: Doc[] = [];
    for (const parts of groups) {
      const missing = query.limit + 1 - found.length;
      if (missing > 0) found.push(...merged(keys, await Promise.all(parts.map((part) => find(part, missing)))));
    }
    const docs = found.slice(0, query.limit);
    const last = docs.at(-1);
    return found.length > docs.length && last ? { docs, cursor: cursorOf(keys, last) } : { docs };
  };

  const count = (where?: Where): Promise<number> => inside((collection) => collection.countDocuments(filterOf(where)));

  const countBy = async (field: string, where?: Where): Promise<Map<string, number>> => {
    const counted = await inside((collection) =>
      collection.aggregate<{ _id: string | number; n: number }>(countedBy(field, where)).toArray(),
    );
    return new Map(counted.map(({ _id, n }) => [String(_id), n]));
  };

  return { getAll, list, count, countBy };
}

function heldOf(state: State | undefined): Held {
  if (!state) return { doc: null, position: start };
  const text = textOf(state);
  return { doc: text === null ? null : docOf(text), position: state.position };
}

function textOf(state: State): string | null {
  return 'doc' in state ? state.doc : null;
}
