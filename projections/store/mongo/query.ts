import type { Document } from 'mongodb';
import { type Cursor, readCursor, totalOrder, valuesOf } from '../cursor.ts';
import { pathOf as pathWithin } from './stored.ts';
import type { Condition, Doc, Query, Sort, Where } from '../port.ts';

/** One range of an index, in its order. */
export type Part = { filter: Document; sort: [string, 1 | -1][] };

/** Groups are read in turn until the page is full; the parts of one are merged, as each is in order. */
export type Paging = { keys: Sort; groups: Part[][] };

const pathOf = (field: string) => pathWithin(field, 'state.fields');

/** Every text is above it: only a document that was removed has no id, and stands in no such range of an index. */
const there: Document = { [pathOf('id')]: { $gte: '' } };

/** All conditions, for documents that are there. */
export function filterOf(where: Where = {}, more: Document[] = []): Document {
  const conditions = Object.entries(where).map(([field, condition]) => ({ [pathOf(field)]: askedOf(condition) }));
  return { $and: [there, ...conditions, ...more] };
}

function askedOf(condition: Condition): unknown {
  if (condition === null) return null;
  if (typeof condition === 'boolean') return { $eq: Number(condition) };
  if (typeof condition !== 'object') return { $eq: condition };
  return {
    ...('gt' in condition && { $gt: condition.gt }),
    ...('lt' in condition && { $lt: condition.lt }),
    ...('in' in condition && { $in: condition.in }),
    ...('contains' in condition && { $regex: literal(condition.contains) }),
  };
}

/** A pattern for this very text, which both PCRE and RE2 read. */
function literal(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);
}

export function countedBy(field: string, where?: Where): Document[] {
  const path = pathOf(field);
  return [{ $match: filterOf(where, [{ [path]: { $ne: null } }]) }, { $group: { _id: `$${path}`, n: { $sum: 1 } } }];
}

/**
 * MongoDB sorts nulls first going up. So documents with a key and those without it are asked for apart: either is a
 * plain range of an index, in its order, which a cursor enters in the middle.
 */
export function pagingOf({ where = {}, sort = [], cursor }: Query): Paging {
  const keys = totalOrder(sort);
  const after = cursor === undefined ? null : readCursor(keys, cursor);
  const shapes = shapesOf(keys, where);
  const partsOf = (first: boolean) =>
    shapes.filter((shape) => shape[0] === first).flatMap((shape) => partOf({ keys, where, after, shape }));
  return { keys, groups: [partsOf(true), partsOf(false)].filter((parts) => parts.length > 0) };
}

/** Which keys the documents of a part have: every combination, less those that `where` rules out. */
function shapesOf(keys: Sort, where: Where): boolean[][] {
  return keys.reduce<boolean[][]>(
    (shapes, { field }) => {
      const condition = where[field];
      const given = condition === undefined && field !== 'id' ? [true, false] : [condition !== null];
      return shapes.flatMap((shape) => given.map((present) => [...shape, present]));
    },
    [[]],
  );
}

type Wanted = { keys: Sort; where: Where; after: Cursor | null; shape: boolean[] };

function partOf({ keys, where, after, shape }: Wanted): Part[] {
  const shaped = keys.flatMap(({ field }, n) =>
    field === 'id' || field in where ? [] : [{ [pathOf(field)]: shape[n] ? { $ne: null } : null }],
  );
  const past = after ? pastOf(keys, after, shape) : [];
  if (past === null) return [];
  const sort = keys.map(({ field, direction }): Part['sort'][number] => [pathOf(field), direction === 'asc' ? 1 : -1]);
  return [{ filter: filterOf(where, [...shaped, ...past]), sort }];
}

/** What holds for documents of this shape strictly after the cursor; null where none is. */
function pastOf(
  [key, ...keys]: Sort,
  [value = null, ...values]: Cursor,
  [present, ...shape]: boolean[],
): Document[] | null {
  if (key === undefined) return null;
  if (!present) return value === null ? pastOf(keys, values, shape) : [];
  if (value === null) return null;
  const path = pathOf(key.field);
  const [beyond, reached] = key.direction === 'asc' ? ['$gt', '$gte'] : ['$lt', '$lte'];
  const tied = pastOf(keys, values, shape);
  if (tied === null) return [{ [path]: { [beyond]: value } }];
  const tie =
    tied.length === 0
      ? []
      : [{ $or: [{ [path]: { [beyond]: value } }, { $and: [{ [path]: { $eq: value } }, ...tied] }] }];
  return [{ [path]: { [reached]: value } }, ...tie];
}

/** Documents of several parts, each in order, in the order of all. */
export function merged(keys: Sort, parts: Doc[][]): Doc[] {
  if (parts.length <= 1) return parts.flat();
  const found = parts.flat().map((doc) => ({ doc, values: valuesOf(keys, doc) }));
  return found.toSorted((a, b) => ordered(keys, a.values, b.values)).map(({ doc }) => doc);
}

function ordered(keys: Sort, a: Cursor, b: Cursor): number {
  for (const [n, { direction }] of keys.entries()) {
    const [x = null, y = null] = [a[n], b[n]];
    if (x === y) continue;
    if (x === null || y === null) return x === null ? 1 : -1;
    return direction === 'asc' ? compared(x, y) : compared(y, x);
  }
  return 0;
}

/** As MongoDB does: numbers before texts, texts by their UTF-8. */
function compared(x: string | number, y: string | number): number {
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  if (typeof x === 'string' && typeof y === 'string') return Buffer.compare(Buffer.from(x), Buffer.from(y));
  return typeof x === 'number' ? -1 : 1;
}
