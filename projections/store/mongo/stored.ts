import type { Position } from '#domain/shared/decider.ts';
import type { Doc } from '../port.ts';

type Field = string | number | Fields;
/** What queries can ask of a document. */
export type Fields = { [name: string]: Field };

/**
 * A document of a view. MongoDB compares objects field by field, so of two states the later position is the greater,
 * and at the same position a removal is (any date is above any text): `$max` alone is the guard, for one document, in
 * one step, with no condition. A removed document is kept for a while, for states older than its removal to bounce off.
 */
export type Stored = { _id: string; state: State };
export type State = { position: Position; doc: string; fields: Fields } | { position: Position; removed: Date };

/** How long a removed document is remembered: longer than any writer is ever late. */
export const rememberedFor = 24 * 60 * 60;

const fieldName = /^[A-Za-z_]\w*$/;
const deepest = 8;

/** Where a field that queries name is found. */
export function pathOf(field: string, within: string): string {
  if (!field.split('.').every((name) => fieldName.test(name))) throw new Error(`'${field}' is no name of a field`);
  return `${within}.${field}`;
}

/**
 * The texts and numbers of a document, by names that a query can say; true and false are 1 and 0, null is absent. The
 * whole document is kept as text beside them, as BSON has no place for every JSON: names with dots, lone surrogates.
 */
export function fieldsOf(doc: object, depth = 1): Fields {
  const fields = Object.entries(doc).flatMap(([name, value]): [string, Field][] => {
    const field = fieldName.test(name) ? fieldOf(value, depth) : null;
    return field === null ? [] : [[name, field]];
  });
  return Object.fromEntries(fields);
}

function fieldOf(value: unknown, depth: number): Field | null {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === deepest) return null;
  const inner = fieldsOf(value, depth + 1);
  return Object.keys(inner).length > 0 ? inner : null;
}

export function docOf(text: string): Doc {
  // The writer puts documents there, and nothing else.
  return JSON.parse(text) as Doc;
}
