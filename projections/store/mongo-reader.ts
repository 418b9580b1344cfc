import type { Collection } from 'mongodb';
import { start } from '#domain/decider.ts';
import { cursorOf } from './cursor.ts';
import type { Ask } from './mongo-connection.ts';
import { countedBy, filterOf, merged, type Part, pagingOf } from './mongo-query.ts';
import { docOf, type State, type Stored } from './mongo-stored.ts';
import type { Doc, Held, Page, Query, Where } from './port.ts';

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

  /** What is known of each, in the order of `ids`. */
  const getAll = async (ids: string[]): Promise<Held[]> => {
    const wanted = [...new Set(ids)];
    const _id = wanted.length === 1 ? (wanted[0] ?? '') : { $in: wanted };
    const found =
      wanted.length === 0
        ? []
        : await inside((collection) =>
            collection.find({ _id }, { projection, batchSize: wanted.length + 1 }).toArray(),
          );
    const states = new Map(found.map(({ _id: id, state }) => [id, state]));
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
