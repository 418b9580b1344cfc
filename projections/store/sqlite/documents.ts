import type { DatabaseSync } from 'node:sqlite';
import type { Doc, StoredDocument } from '../port.ts';
import { aliveCondition, createDocumentIndexes, createDocumentQueries } from './document-queries.ts';
import { createDocumentWrites } from './document-writes.ts';
import { toFieldExpression } from './sql/names.ts';
import { parseRow } from './reader.ts';
import { createRowCache } from './sql/row-cache.ts';
import type { StatementCache } from './sql/statements.ts';

export const documentTables = `
  CREATE TABLE documents (
    space TEXT NOT NULL, id TEXT NOT NULL, doc TEXT NOT NULL, expires INTEGER, PRIMARY KEY (space, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX documents_expiring ON documents (expires) WHERE expires IS NOT NULL`;

const spaceNamePattern = /^[a-z][\w-]*$/i;

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

  const indexed = new Set<string>();
  /** A field's index is created when the field is first queried. */
  const ensureIndex = (space: string, expression: string) => {
    const name = `"${space}.${expression}"`;
    if (indexed.has(name)) return;
    database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON documents (${expression}) WHERE space = '${space}'`);
    indexed.add(name);
  };

  /**
   * Documents whose field equals a value, by an index: the statement contains the space literally, as the index is for
   * that space only.
   */
  const buildFieldQuery = (space: string, field: string) => {
    if (!spaceNamePattern.test(space)) throw new Error(`'${space}' is no name of a space`);
    const expression = toFieldExpression(field);
    ensureIndex(space, expression);
    return `FROM documents WHERE space = '${space}' AND ${expression} = ? AND ${aliveCondition}`;
  };

  return {
    ...createSingleReads(statement, { now, readOnly }),
    ...createBulkOperations(statement, now),
    ...createDocumentQueries(statement, now),
    ...createDocumentWrites(statement, { now, purge }),
    replace: createReplace(statement),
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
    findBy: (space: string, field: string, value: string): Doc[] =>
      statement(`SELECT doc ${buildFieldQuery(space, field)}`)
        .all(value, now())
        .map(parseRow),
    countBy: (space: string, field: string, value: string): number =>
      Number(statement(`SELECT count(*) AS count ${buildFieldQuery(space, field)}`).get(value, now())?.['count']),
  };
}

function createReplace(statement: StatementCache) {
  return (space: string, before: Doc, next: Doc): boolean => {
    const text = 'UPDATE documents SET doc = ? WHERE space = ? AND id = ? AND doc = ?';
    return statement(text).run(JSON.stringify(next), space, before.id, JSON.stringify(before)).changes === 1;
  };
}

type Row = { doc: string; expires: number | null };

function createSingleReads(statement: StatementCache, { now, readOnly }: { now: () => number; readOnly: boolean }) {
  const recent = createRowCache<Row>();
  const one = statement('SELECT doc, expires FROM documents WHERE space = ? AND id = ?');
  return {
    get: (space: string, id: string): Doc | null => {
      const read = () => one.get(space, id) as Row | undefined;
      // A read-only process leaves this to the process that writes.
      const row = readOnly ? read() : recent.get(`${space} ${id}`, read);
      return row && (row.expires === null || row.expires > now()) ? parseRow(row) : null;
    },
    /** Must be called after each write, and when the file is closed. */
    clearCache: recent.clear,
  };
}

function createBulkOperations(statement: StatementCache, now: () => number) {
  return {
    getMany: (space: string, ids: string[]): (Doc | null)[] => {
      const wanted = `SELECT id, doc FROM documents WHERE space = ? AND id IN (SELECT value FROM json_each(?)) AND ${aliveCondition}`;
      const found = new Map(
        statement(wanted)
          .all(space, JSON.stringify(ids), now())
          .map((row) => [row['id'], parseRow(row)]),
      );
      return ids.map((id) => found.get(id) ?? null);
    },
    putNew: (space: string, doc: Doc): Doc => {
      statement('DELETE FROM documents WHERE space = ? AND id = ? AND expires <= ?').run(space, doc.id, now());
      const text = JSON.stringify(doc);
      statement('INSERT OR IGNORE INTO documents (space, id, doc) VALUES (?, ?, ?)').run(space, doc.id, text);
      const row = statement('SELECT doc FROM documents WHERE space = ? AND id = ?').get(space, doc.id);
      return row ? parseRow(row) : doc;
    },
  };
}
