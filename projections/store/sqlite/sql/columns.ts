import type { DatabaseSync } from 'node:sqlite';
import type { Query, ViewDeclaration } from '../../port.ts';
import { toFieldExpression, type FieldNaming } from './names.ts';

/** Each field of an index has a column of its own: building an index then only sorts, without parsing documents. */
export function listColumns({ indexes }: ViewDeclaration): string[] {
  const fields = new Set(indexes.flat().filter((field) => field !== 'id'));
  const computed = [...fields].map(
    (field) => `${toColumnName(field)} ANY GENERATED ALWAYS AS (${toFieldExpression(field)}) STORED`,
  );
  return ['id TEXT NOT NULL PRIMARY KEY', 'position INTEGER NOT NULL', 'doc TEXT NOT NULL', ...computed];
}

/** A generation has no column for a field whose index was declared after the generation was created. */
export function createNaming(database: DatabaseSync, view: string, generation: string): FieldNaming {
  const rows = database.prepare('SELECT name FROM pragma_table_xinfo(?)').all(`${view}@${generation}`);
  const columns = new Set(rows.map(({ name }) => `"${String(name)}"`));
  return (field) => (columns.has(toColumnName(field)) ? toColumnName(field) : toFieldExpression(field));
}

/** An index of a table: its quoted name, and its fields. */
export type TableIndex = { name: string; fields: readonly string[] };

/** Those of the declared fields. */
export function listIndexes(database: DatabaseSync, view: string, generation: string): TableIndex[] {
  const prefix = `${view}@${generation}:`;
  const rows = database.prepare('SELECT name FROM pragma_index_list(?)').all(`${view}@${generation}`);
  return rows
    .map(({ name }) => String(name))
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ name: `"${name}"`, fields: name.slice(prefix.length).split(',') }));
}

/** The index that has all fields of a filtered list, where none has them in its order. */
export function findScannedIndex(
  indexes: readonly TableIndex[],
  { where = {}, sort = [] }: Partial<Query>,
): string | undefined {
  const filtered = Object.keys(where);
  const sorted = sort.map(({ field }) => field).filter((field) => !filtered.includes(field));
  const isOrdered = ({ fields }: TableIndex) =>
    filtered.every((field) => fields.slice(0, filtered.length).includes(field)) &&
    sorted.every((field, n) => fields[filtered.length + n] === field);
  if (filtered.length === 0 || indexes.some(isOrdered)) return undefined;
  return indexes.find(({ fields }) => [...filtered, ...sorted].every((field) => fields.includes(field)))?.name;
}

function toColumnName(field: string): string {
  return `"$.${field}"`;
}
