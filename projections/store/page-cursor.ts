import { BadCursor, type Doc, type Sort } from './port.ts';

/** The values of a document's sort keys: where a page ended. */
export type PageCursor = (string | number | null)[];

/** Opaque to clients; it also contains the sort order that it belongs to. */
export function encodeCursor(keys: Sort, doc: Doc): string {
  return Buffer.from(JSON.stringify([describeOrder(keys), ...readSortValues(keys, doc)])).toString('base64url');
}

/** The value that a document is sorted by; null where it has none. */
export function readSortValues(keys: Sort, doc: Doc): PageCursor {
  return keys.map(({ field }) => toScalar(readValue(doc, field)));
}

/** The order with a tie-breaker: by id at the end, in the direction of the last key. */
export function toTotalOrder(sort: Sort): Sort {
  const end = sort.findIndex(({ field }) => field === 'id');
  if (end >= 0) return sort.slice(0, end + 1);
  return [...sort, { field: 'id', direction: sort.at(-1)?.direction ?? 'asc' }];
}

/** Throws BadCursor. */
export function decodeCursor(keys: Sort, cursor: string): PageCursor {
  const [order, ...values] = parseCursor(cursor);
  if (order !== describeOrder(keys) || values.length !== keys.length || !values.every(isScalar)) throw new BadCursor();
  return values;
}

function parseCursor(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? (value as unknown[]) : [];
  } catch {
    throw new BadCursor();
  }
}

function describeOrder(keys: Sort): string {
  return keys.map(({ field, direction }) => `${field} ${direction}`).join(',');
}

/** The value of `outer.inner` in a document; undefined where there is none. */
function readValue(doc: Doc, field: string): unknown {
  return field.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), doc);
}

function toScalar(value: unknown): string | number | null {
  if (typeof value === 'boolean') return Number(value);
  return isScalar(value) ? value : null;
}

function isScalar(value: unknown): value is string | number | null {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
