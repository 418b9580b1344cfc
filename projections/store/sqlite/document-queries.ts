import type { DatabaseSync } from 'node:sqlite';
import { documentIndexes } from '../document-indexes.ts';
import type { Doc, DocPage, Query, Where } from '../port.ts';
import { countRows, readPage } from './reader.ts';
import { toFieldExpression } from './sql/names.ts';
import type { SqlSource } from './sql/names.ts';
import type { StatementCache } from './sql/statements.ts';

export const aliveCondition = '(expires IS NULL OR expires > ?)';
const spaceNamePattern = /^[a-z][\w-]*$/i;

/** Creates the missing indexes of all spaces, in one transaction. */
export function createDocumentIndexes(database: DatabaseSync) {
  const statements = Object.entries(documentIndexes).flatMap(([space, indexes]) =>
    indexes.map((fields) => {
      // With `expires` an index tells which documents are alive: a count reads none of them.
      const keys = [...[...fields, 'id'].map(toFieldExpression), 'expires'].join(', ');
      return `CREATE INDEX IF NOT EXISTS ${toIndexName(space, fields)} ON documents (${keys}) WHERE space = '${space}'`;
    }),
  );
  database.exec(`BEGIN IMMEDIATE; ${statements.join('; ')}; COMMIT`);
}

/** Queries of one space at a time, without expired documents. */
export function createDocumentQueries(statement: StatementCache, now: () => number) {
  /** The statement contains the space literally, as an index is for its space only. */
  const sourceOf = (space: string, fields: readonly string[] | null): SqlSource => {
    if (!spaceNamePattern.test(space)) throw new Error(`'${space}' is no name of a space`);
    return {
      // Without statistics, SQLite would read the whole space by its primary key, for the order by id.
      table: fields ? `documents INDEXED BY ${toIndexName(space, fields)}` : 'documents',
      nameOf: toFieldExpression,
      condition: { text: `space = '${space}' AND ${aliveCondition}`, values: [now()] },
    };
  };
  return {
    list: (space: string, query: Query): DocPage<Doc> => {
      const { where = {}, sort = [] } = query;
      return readPage(statement, sourceOf(space, findIndex(space, Object.keys(where), sort[0]?.field)), query);
    },
    count: (space: string, where: Where = {}): number => {
      // Each index of a space has all of its documents.
      const fields = findIndex(space, Object.keys(where)) ?? documentIndexes[space]?.[0] ?? null;
      return countRows(statement, sourceOf(space, fields), where);
    },
  };
}

function toIndexName(space: string, fields: readonly string[]): string {
  return `"${space}:${fields.join(',')}"`;
}

/** The index with the most leading fields among `fieldNames`, to which the field of the order is added where it is next. */
function findIndex(space: string, fieldNames: string[], sortField?: string): readonly string[] | null {
  const count = (fields: readonly string[]) => {
    const end = fields.findIndex((field) => !fieldNames.includes(field));
    const matchCount = end < 0 ? fields.length : end;
    return fields[matchCount] === sortField ? matchCount + 0.5 : matchCount;
  };
  const ranked = (documentIndexes[space] ?? []).toSorted((a, b) => count(b) - count(a));
  return ranked.find((fields) => count(fields) > 0) ?? null;
}
