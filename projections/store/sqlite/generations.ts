import type { DatabaseSync } from 'node:sqlite';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { ViewDeclaration, ViewStore } from '../port.ts';
import { listColumns, createNaming, listIndexes } from './sql/columns.ts';
import type { FileLayout } from './file/file.ts';
import { leaseTable } from './leases.ts';
import { toTableName, toWordTableName } from './sql/names.ts';
import { buildWordTable } from './sql/word-index.ts';
import { type TableReader, createTableReader } from './reader.ts';
import type { StatementCache } from './sql/statements.ts';
import { runInTransaction } from './writer.ts';

export const viewLayout: FileLayout = {
  version: 1,
  settings:
    'PRAGMA page_size = 16384; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON',
  tables: `
  CREATE TABLE generations (
    view TEXT NOT NULL, generation TEXT NOT NULL, version INTEGER NOT NULL, checkpoint INTEGER NOT NULL,
    live INTEGER NOT NULL, PRIMARY KEY (view, generation)
  ) STRICT, WITHOUT ROWID;
  ${leaseTable}`,
};

type LiveGeneration = { generation: string; version: number; reader: TableReader };
type Row = { view: string; generation: string; version: number; checkpoint: Position; live: number };

/** The existing generations, their checkpoints, and which one is live. All calls are synchronous. */
export function createSqliteGenerations(database: DatabaseSync, statement: StatementCache) {
  const rows = () => database.prepare('SELECT * FROM generations').all() as Row[];
  const find = database.prepare('SELECT * FROM generations WHERE view = ? AND generation = ?');
  const live = new Map<string, LiveGeneration>();
  const setLive = ({ view, generation, version }: Pick<Row, 'view' | 'generation' | 'version'>) => {
    const reader = createTableReader(statement, toTableName(view, generation), {
      nameOf: createNaming(database, view, generation),
      indexes: listIndexes(database, view, generation),
    });
    live.set(view, { generation, version, reader });
  };
  for (const row of rows()) if (row.live === 1) setLive(row);

  return {
    live: (view: string) => live.get(view) ?? null,

    clearCache: (view: string, generation: string) => {
      const generationInUse = live.get(view);
      if (generationInUse?.generation === generation) generationInUse.reader.clearCache();
    },

    /** Must be called when the file is closed. */
    clearCaches: () => {
      for (const { reader } of live.values()) reader.clearCache();
    },

    prepare: (declaration: ViewDeclaration, generation: string): Position => {
      const { view } = declaration;
      const row = find.get(view, generation) as Row | undefined;
      if (row) {
        if (row.live === 1) createIndexes(database, declaration, generation);
        return row.checkpoint;
      }
      createGeneration(database, declaration, generation);
      return startPosition;
    },

    findIds: (...of: Parameters<ViewStore['findIds']>) => findIds(database, statement, ...of),

    /** Created once a generation is filled: that is faster. */
    index: (declaration: ViewDeclaration, generation: string, fields: readonly string[]) => {
      if (!find.get(declaration.view, generation)) throw new Error(`There is no ${declaration.view}@${generation}`);
      createIndex(database, declaration, generation, fields);
    },

    promote: ({ view, version }: ViewDeclaration, generation: string) => {
      if (!find.get(view, generation)) throw new Error(`There is no ${view}@${generation} to promote`);
      runInTransaction(database, () => {
        for (const other of rows())
          if (other.view === view && other.generation !== generation) drop(database, view, other.generation);
        database.prepare('UPDATE generations SET live = 1, version = ? WHERE view = ?').run(version, view);
      });
      setLive({ view, generation, version });
    },

    discard: (view: string, generation: string) => {
      runInTransaction(database, () => drop(database, view, generation));
      if (live.get(view)?.generation === generation) live.delete(view);
    },

    checkpoints: () =>
      new Map(rows().flatMap(({ view, live: liveFlag, checkpoint }) => (liveFlag === 1 ? [[view, checkpoint]] : []))),
  };
}

function findIds(
  database: DatabaseSync,
  statement: StatementCache,
  ...[view, generation, field, value]: Parameters<ViewStore['findIds']>
): string[] {
  const name = createNaming(database, view, generation)(field);
  const rows = statement(`SELECT id FROM ${toTableName(view, generation)} WHERE ${name} = ?`).all(value);
  return rows.map(({ id }) => String(id));
}

function drop(database: DatabaseSync, view: string, generation: string) {
  const table = toTableName(view, generation);
  database.exec(`DROP TABLE IF EXISTS ${table}; DROP TABLE IF EXISTS ${toWordTableName(table)}`);
  database.prepare('DELETE FROM generations WHERE view = ? AND generation = ?').run(view, generation);
}

function createIndexes(database: DatabaseSync, declaration: ViewDeclaration, generation: string) {
  for (const fields of declaration.indexes) createIndex(database, declaration, generation, fields);
}

/** Fields in the declared order, and the id as a tie-breaker. */
function createIndex(
  database: DatabaseSync,
  { view, isSparse }: ViewDeclaration,
  generation: string,
  fields: readonly string[],
) {
  const name = `"${view}@${generation}:${fields.join(',')}"`;
  const names = [...new Set([...fields, 'id'])].map(createNaming(database, view, generation));
  const kept = isSparse ? ` WHERE ${names[0]} IS NOT NULL` : '';
  database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${toTableName(view, generation)} (${names.join(', ')})${kept}`);
}

/** Creates an empty table for a view, in one transaction with its entry. */
function createGeneration(database: DatabaseSync, declaration: ViewDeclaration, generation: string): void {
  const { view, version, hasWords, indexes, relations = [] } = declaration;
  const table = toTableName(view, generation);
  const columns = listColumns(declaration).join(', ');
  const insert = database.prepare('INSERT INTO generations VALUES (?, ?, ?, ?, 0)');
  runInTransaction(database, () => {
    database.exec(`CREATE TABLE ${table} (${columns}) STRICT`);
    if (hasWords) database.exec(buildWordTable(table));
    // Needed while it is filled.
    for (const fields of indexes.filter(([first = '']) => relations.includes(first)).slice(0, relations.length))
      createIndex(database, declaration, generation, fields);
    insert.run(view, generation, version, startPosition);
  });
}
