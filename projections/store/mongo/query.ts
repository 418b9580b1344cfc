import type { Document } from 'mongodb';
import { type PageCursor, decodeCursor, toTotalOrder, readSortValues } from '../page-cursor.ts';
import { toFieldPath as pathWithin } from './view-record.ts';
import type { Condition, Doc, Query, Sort, Where, WordPattern } from '../port.ts';

/** One range of an index, in its order. */
export type QueryPart = { filter: Document; sort: [string, 1 | -1][] };

/** Groups are read in sequence until the page is full; the parts of one are merged, as each is in order. */
export type MongoPagePlan = { keys: Sort; groups: QueryPart[][] };

/** What is queried: the path of each field, and a condition that all results meet. */
export type MongoSource = { pathOf: (field: string) => string; condition: Document };

const toStatePath = (field: string) => pathWithin(field, 'state.fields');

/** Every text is greater: only a removed document has no id, and it is in no such range of an index. */
export const viewSource: MongoSource = { pathOf: toStatePath, condition: { [toStatePath('id')]: { $gte: '' } } };

/** All conditions, and that of the source. */
export function buildFilter({ pathOf, condition }: MongoSource, where: Where = {}, more: Document[] = []): Document {
  const conditions = Object.entries(where).flatMap(([field, wanted]) =>
    toMongoConditions(wanted).map((one) => ({ [pathOf(field)]: one })),
  );
  return { $and: [condition, ...conditions, ...more] };
}

function toMongoConditions(condition: Condition): unknown[] {
  if (typeof condition !== 'object' || condition === null) return [toMongoCondition(condition)];
  if ('contains' in condition) return condition.contains.map((part) => ({ $regex: escapePattern(part) }));
  if (!('allOf' in condition)) return [toMongoCondition(condition)];
  return condition.allOf.map((patterns) => ({ $in: patterns.map(toMongoPattern) }));
}

/** An anchored expression is a range of an index. */
function toMongoPattern(pattern: WordPattern): string | RegExp {
  return typeof pattern === 'string' ? pattern : new RegExp(`^${escapePattern(pattern.prefix)}`);
}

function toMongoCondition(condition: Exclude<Condition, { allOf: unknown } | { contains: unknown }>): unknown {
  if (condition === null) return null;
  if (typeof condition === 'boolean') return { $eq: Number(condition) };
  if (typeof condition !== 'object') return { $eq: condition };
  return {
    ...('gt' in condition && { $gt: condition.gt }),
    ...('lt' in condition && { $lt: condition.lt }),
    ...('in' in condition && { $in: condition.in }),
    ...('notIn' in condition && { $nin: condition.notIn }),
  };
}

/** A pattern for exactly this text, valid in both PCRE and RE2. */
function escapePattern(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);
}

export function buildCountPipeline(source: MongoSource, field: string, where?: Where): Document[] {
  const path = source.pathOf(field);
  const filter = buildFilter(source, where, [{ [path]: { $ne: null } }]);
  return [{ $match: filter }, { $group: { _id: `$${path}`, n: { $sum: 1 } } }];
}

/**
 * MongoDB sorts nulls first in ascending order. So documents with and without a key are queried separately: each query
 * is a plain range of an index, in its order, which a cursor enters in the middle.
 */
export function planMongoPages(source: MongoSource, { where = {}, sort = [], cursor }: Query): MongoPagePlan {
  const keys = toTotalOrder(sort);
  const after = cursor === undefined ? null : decodeCursor(keys, cursor);
  const shapes = listShapes(keys, where);
  const partsOf = (first: boolean) =>
    shapes.filter((shape) => shape[0] === first).flatMap((shape) => buildPart({ source, keys, where, after, shape }));
  return { keys, groups: [partsOf(true), partsOf(false)].filter((group) => group.length > 0) };
}

/** Which keys the documents of a part have: every combination, except those that `where` rules out. */
function listShapes(keys: Sort, where: Where): boolean[][] {
  return keys.reduce<boolean[][]>(
    (shapes, { field }) => {
      const condition = where[field];
      const presences = condition === undefined && field !== 'id' ? [true, false] : [condition !== null];
      return shapes.flatMap((shape) => presences.map((present) => [...shape, present]));
    },
    [[]],
  );
}

type PartSpec = { source: MongoSource; keys: Sort; where: Where; after: PageCursor | null; shape: boolean[] };

function buildPart({ source, keys, where, after, shape }: PartSpec): QueryPart[] {
  const { pathOf } = source;
  const shaped = keys.flatMap(({ field }, n) =>
    field === 'id' || field in where ? [] : [{ [pathOf(field)]: shape[n] ? { $ne: null } : null }],
  );
  const past = after ? buildPastFilter(source, keys, after, shape) : [];
  if (past === null) return [];
  const sort = keys.map(({ field, direction }): QueryPart['sort'][number] => [
    pathOf(field),
    direction === 'asc' ? 1 : -1,
  ]);
  return [{ filter: buildFilter(source, where, [...shaped, ...past]), sort }];
}

/** The condition for documents of this shape strictly after the cursor; null where there are none. */
function buildPastFilter(
  source: MongoSource,
  [key, ...keys]: Sort,
  [value = null, ...values]: PageCursor,
  [present, ...shape]: boolean[],
): Document[] | null {
  if (key === undefined) return null;
  if (!present) return value === null ? buildPastFilter(source, keys, values, shape) : [];
  if (value === null) return null;
  const path = source.pathOf(key.field);
  const [beyond, reached] = key.direction === 'asc' ? ['$gt', '$gte'] : ['$lt', '$lte'];
  const tied = buildPastFilter(source, keys, values, shape);
  if (tied === null) return [{ [path]: { [beyond]: value } }];
  const tie =
    tied.length === 0
      ? []
      : [{ $or: [{ [path]: { [beyond]: value } }, { $and: [{ [path]: { $eq: value } }, ...tied] }] }];
  return [{ [path]: { [reached]: value } }, ...tie];
}

/** Merges documents of several sorted parts in the order of all. */
export function mergeParts(keys: Sort, docLists: Doc[][]): Doc[] {
  if (docLists.length <= 1) return docLists.flat();
  const entries = docLists.flat().map((doc) => ({ doc, values: readSortValues(keys, doc) }));
  return entries.toSorted((a, b) => compareByKeys(keys, a.values, b.values)).map(({ doc }) => doc);
}

function compareByKeys(keys: Sort, a: PageCursor, b: PageCursor): number {
  for (const [n, { direction }] of keys.entries()) {
    const [x = null, y = null] = [a[n], b[n]];
    if (x === y) continue;
    if (x === null || y === null) return x === null ? 1 : -1;
    return direction === 'asc' ? compareScalars(x, y) : compareScalars(y, x);
  }
  return 0;
}

/** As MongoDB does: numbers before texts, texts by their UTF-8. */
function compareScalars(x: string | number, y: string | number): number {
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  if (typeof x === 'string' && typeof y === 'string') return Buffer.compare(Buffer.from(x), Buffer.from(y));
  return typeof x === 'number' ? -1 : 1;
}
