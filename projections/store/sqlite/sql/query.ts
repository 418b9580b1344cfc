import { compact } from '#domain/shared/compact.contract.ts';
import { type PageCursor, encodeCursor, decodeCursor, toTotalOrder } from '../../page-cursor.ts';
import type { Condition, Doc, Query, Sort, Where } from '../../port.ts';
import type { SqlPart, SqlSource } from './names.ts';
import { buildWordQuery } from './word-index.ts';

type Key = Sort[number] & { name: string };

/** A list query for one page: the parts are read in sequence until the page is full. */
export type SqlPagePlan = { queries: SqlPart[]; cursorAt: (doc: Doc) => string };

/** Conditions joined by AND; '1' when there are none. */
export function buildWhere({ nameOf, condition }: SqlSource, where: Where = {}): SqlPart {
  const conditions = Object.entries(where).flatMap(([field, wanted]) => buildCondition(nameOf(field), wanted));
  return joinConditions(condition ? [condition, ...conditions] : conditions);
}

function buildCondition(expression: string, condition: Condition): SqlPart[] {
  if (condition === null) return [{ text: `${expression} IS NULL`, values: [] }];
  if (typeof condition !== 'object') return [{ text: `${expression} = ?`, values: [toBindable(condition)] }];
  const conditions: SqlPart[] = [];
  if ('gt' in condition) conditions.push({ text: `${expression} > ?`, values: [condition.gt] });
  if ('lt' in condition) conditions.push({ text: `${expression} < ?`, values: [condition.lt] });
  if ('contains' in condition)
    for (const part of condition.contains) conditions.push({ text: `instr(${expression}, ?) > 0`, values: [part] });
  if ('allOf' in condition)
    conditions.push({ text: `${expression} MATCH ?`, values: [buildWordQuery(condition.allOf)] });
  if ('in' in condition) conditions.push(buildMembership(`${expression} IN`, condition.in));
  if ('notIn' in condition) conditions.push(buildMembership(`ifnull(${expression}, '') NOT IN`, condition.notIn));
  return conditions;
}

function buildMembership(test: string, values: (string | number)[]): SqlPart {
  return { text: `${test} (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
}

/** JSON's true and false are 1 and 0 to SQLite. */
function toBindable(value: string | number | boolean): string | number {
  return typeof value === 'boolean' ? Number(value) : value;
}

/**
 * Documents with the first sort key come before those without it, so the two kinds are read one after the other: each
 * is then a plain range of an index, which SQLite enters exactly at the cursor.
 */
export function planSqlPages(source: SqlSource, { where, sort = [], cursor }: Query): SqlPagePlan {
  const keys = toTotalOrder(sort).map((key) => ({ ...key, name: source.nameOf(key.field) }));
  const after = cursor === undefined ? null : decodeCursor(keys, cursor);
  const filter = buildWhere(source, where);
  const [first, ...rest] = keys;
  const part = (conditions: SqlPart[], order: Key[]): SqlPart => {
    const { text, values } = joinConditions([filter, ...conditions]);
    // Nulls of the first key are read separately, and NULLS LAST would prevent the use of its index for the order.
    const terms = order.map((key) => (key === first ? `${key.name} ${key.direction}` : buildOrder(key)));
    return { text: selectDocs(source, `WHERE ${text} ORDER BY ${terms.join(', ')} LIMIT ?`), values };
  };
  const cursorAt = (doc: Doc) => encodeCursor(keys, doc);
  if (first === undefined || first.field === 'id')
    return { queries: [part(after ? [buildAfter(keys, after)] : [], keys)], cursorAt };

  const [value, ...others] = after ?? [];
  const without = { text: `${first.name} IS NULL`, values: [] };
  if (after && value === null) return { queries: [part([without, buildAfter(rest, others)], rest)], cursorAt };
  const entry = after ? [buildReached(first, value), buildAfter(keys, after)] : [buildPresent(first)];
  const absent = [part([without], rest)].filter(() => !isRequired(where, first.field));
  return { queries: [part(entry, keys), ...absent], cursorAt };
}

/** Whether all results have a value of the field. */
function isRequired(where: Query['where'], field: string): boolean {
  const condition = where?.[field] ?? null;
  return condition !== null && !(typeof condition === 'object' && 'notIn' in condition);
}

/** Of a scanned index the documents are read last: only those of the page. */
function selectDocs({ table, scannedIndex }: SqlSource, rest: string): string {
  if (scannedIndex === undefined) return `SELECT doc FROM ${table} ${rest}`;
  const rows = `SELECT rowid AS number FROM ${table} INDEXED BY ${scannedIndex} ${rest}`;
  return `SELECT doc FROM (${rows}) CROSS JOIN ${table} AS docs ON docs.rowid = number`;
}

function buildOrder({ field, name, direction }: Key): string {
  return `${name} ${direction}${field === 'id' ? '' : ' NULLS LAST'}`;
}

/** Every number and every text is greater. Unlike IS NOT NULL, this lets SQLite enter the index there. */
function buildPresent({ name }: Key): SqlPart {
  return { text: `${name} >= -9e999`, values: [] };
}

/** At the cursor's value or past it: where the index is entered. */
function buildReached({ name, direction }: Key, value: PageCursor[number] | undefined): SqlPart {
  return { text: `${name} ${direction === 'asc' ? '>=' : '<='} ?`, values: [value ?? 0] };
}

/** Strictly after the cursor in the order of `keys`; nulls are after everything. */
function buildAfter([key, ...rest]: Key[], [value = null, ...others]: PageCursor): SqlPart {
  if (key === undefined) return { text: '0', values: [] };
  const { name } = key;
  const equal = rest.length > 0 ? buildAfter(rest, others) : null;
  if (value === null) return joinConditions(compact([{ text: `${name} IS NULL`, values: [] }, equal]));
  const past = `${name} ${key.direction === 'asc' ? '>' : '<'} ?`;
  if (equal === null) return { text: past, values: [value] };
  return {
    text: `(${past} OR ${name} IS NULL OR (${name} = ? AND ${equal.text}))`,
    values: [value, value, ...equal.values],
  };
}

function joinConditions(conditions: SqlPart[]): SqlPart {
  const texts = conditions.map(({ text }) => text).filter((text) => text !== '1');
  return { text: texts.join(' AND ') || '1', values: conditions.flatMap(({ values }) => values) };
}
