import type { DatabaseSync } from 'node:sqlite';
import type { ViewDeclaration } from '../../port.ts';
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

function toColumnName(field: string): string {
  return `"$.${field}"`;
}
