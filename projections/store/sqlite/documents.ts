import type { DatabaseSync } from 'node:sqlite';
import type { Doc, StoredDocument } from '../port.ts';
import { aliveCondition, createDocumentIndexes, createDocumentQueries } from './document-queries.ts';
import { createDocumentWrites } from './document-writes.ts';
import { parseRow } from './reader.ts';
import { createRowCache } from './sql/row-cache.ts';
import type { StatementCache } from './sql/statements.ts';

/** With row ids: only then does SQLite answer from an index of expressions without a look at each row. */
export const documentTables = `
  CREATE TABLE documents (
    space TEXT NOT NULL, id TEXT NOT NULL, doc TEXT NOT NULL, expires INTEGER, PRIMARY KEY (space, id)
  ) STRICT;
  CREATE INDEX documents_expiring ON documents (expires) WHERE expires IS NOT NULL`;

/** Documents by space and id; expired ones are not found, and removed periodically. Calls are synchronous. */
export function createSqliteDocuments(
  database: DatabaseSync,
  statement: StatementCache,
  { now, readOnly }: { now: () => number; readOnly: boolean },
) {
  const purge = () => statement('DELETE FROM documents WHERE expires <= ?').run(now());
  if (!readOnly) {
    purge();
    createDocumentIndexes(database);
  }

  return {
    ...createIdReads(statement, { now, readOnly }),
    ...createDocumentQueries(statement, now),
    ...createDocumentWrites(statement, { now, purge }),
    spaces: (): string[] =>
      statement('SELECT DISTINCT space FROM documents ORDER BY space')
        .all()
        .map((row) => String(row['space'])),
    page: (space: string, after: string, limit: number): StoredDocument[] =>
      statement(
        `SELECT doc, expires FROM documents WHERE space = ? AND id > ? AND ${aliveCondition} ORDER BY id LIMIT ?`,
      )
        .all(space, after, now(), limit)
        .map((row) => ({ doc: parseRow(row), expires: row['expires'] === null ? null : Number(row['expires']) })),
  };
}

type Row = { doc: string; expires: number | null };

function createIdReads(statement: StatementCache, { now, readOnly }: { now: () => number; readOnly: boolean }) {
  const recent = createRowCache<Row>();
  const one = statement('SELECT doc, expires FROM documents WHERE space = ? AND id = ?');
  const get = (space: string, id: string): Doc | null => {
    const read = () => one.get(space, id) as Row | undefined;
    // A read-only process leaves this to the process that writes.
    const row = readOnly ? read() : recent.get(`${space} ${id}`, read);
    return row && (row.expires === null || row.expires > now()) ? parseRow(row) : null;
  };
  return {
    get,
    getMany: (space: string, ids: string[]): (Doc | null)[] => {
      if (ids.length === 1) return ids.map((id) => get(space, id));
      const liveRowsSql = `SELECT id, doc FROM documents WHERE space = ? AND id IN (SELECT value FROM json_each(?)) AND ${aliveCondition}`;
      const docs = new Map(
        statement(liveRowsSql)
          .all(space, JSON.stringify(ids), now())
          .map((row) => [row['id'], parseRow(row)]),
      );
      return ids.map((id) => docs.get(id) ?? null);
    },
    /** Must be called after each write, and when the file is closed. */
    clearCache: recent.clear,
  };
}
