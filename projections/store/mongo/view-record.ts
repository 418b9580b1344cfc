import type { Position } from '#domain/shared/decider.ts';
import type { Doc } from '../port.ts';

type IndexedField = string | number | string[] | IndexedFields;
/** The part of a document that queries can use. */
export type IndexedFields = { [name: string]: IndexedField };

/**
 * A document of a view. MongoDB compares objects field by field, so of two states the one with the later position is
 * greater, and at the same position a removal is (any date is above any text): `$max` alone is the guard, for one
 * document, in one step, with no condition. A removed document is kept for a while, so that states older than its
 * removal are ignored.
 */
export type ViewRecord = { _id: string; state: ViewRecordState };
export type ViewRecordState =
  | { position: Position; doc: string; fields: IndexedFields }
  | { position: Position; removed: Date };

/** How long a removed document is kept: longer than any delay of a writer. */
export const removedTtlSeconds = 24 * 60 * 60;

const fieldNamePattern = /^[A-Za-z_]\w*$/;
const maxDepth = 8;

/** The path of a field that queries name. */
export function toFieldPath(field: string, within: string): string {
  if (!field.split('.').every((name) => fieldNamePattern.test(name)))
    throw new Error(`'${field}' is no name of a field`);
  return `${within}.${field}`;
}

/**
 * The texts and numbers of a document and its words, by names that a query can use; true and false are 1 and 0, null is
 * absent. The whole document is also kept as text, as BSON cannot hold every JSON: names with dots, lone surrogates.
 */
export function extractFields(doc: object, depth = 1): IndexedFields {
  const fields = Object.entries(doc).flatMap(([name, value]): [string, IndexedField][] => {
    if (name === 'words' && Array.isArray(value)) return [[name, value.map(String)]];
    const field = fieldNamePattern.test(name) ? extractField(value, depth) : null;
    return field === null ? [] : [[name, field]];
  });
  return Object.fromEntries(fields);
}

function extractField(value: unknown, depth: number): IndexedField | null {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === maxDepth) return null;
  const inner = extractFields(value, depth + 1);
  return Object.keys(inner).length > 0 ? inner : null;
}

export function parseDoc(text: string): Doc {
  // Only the writer puts documents there.
  return JSON.parse(text) as Doc;
}
