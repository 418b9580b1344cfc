import type { DatabaseSync } from 'node:sqlite';
import type { Position } from '#domain/shared/decider.ts';
import type { ViewBatch, Lease } from '../port.ts';
import { createSqliteLeases } from './leases.ts';
import { toTableName, toWordTableName } from './sql/names.ts';
import { hasWordTable } from './sql/word-index.ts';
import type { StatementCache } from './sql/statements.ts';

/** Changes of one generation in columns, documents as JSON: cheap to send to another thread. */
export type BatchColumns = {
  view: string;
  generation: string;
  checkpoint: Position | null;
  isRepair: boolean;
  ids: string[];
  positions: number[];
  docs: (string | null)[];
};

export function toBatchColumns(batch: ViewBatch): BatchColumns[] {
  return batch.map(({ view, generation, checkpoint, changes, isRepair = false }) => ({
    view,
    generation,
    checkpoint,
    isRepair,
    ids: changes.map(({ id }) => id),
    positions: changes.map(({ position }) => position),
    docs: changes.map(({ doc }) => (doc === null ? null : JSON.stringify(doc))),
  }));
}

/** Writes a batch in one transaction, which also checks that the writer still holds its lease. Throws Fenced. */
export function createSqliteWriter(database: DatabaseSync, statement: StatementCache) {
  const selectCheckpoint = database.prepare('SELECT checkpoint FROM generations WHERE view = ? AND generation = ?');
  const { check } = createSqliteLeases(database);
  const advance = database.prepare('UPDATE generations SET checkpoint = ? WHERE view = ? AND generation = ?');

  /** False when these changes are applied already. */
  const isNewer = ({ view, generation, checkpoint }: BatchColumns): boolean => {
    const row = selectCheckpoint.get(view, generation);
    if (!row) throw new Error(`There is no ${view}@${generation} to write to`);
    if (checkpoint === null) return true;
    if (checkpoint <= Number(row['checkpoint'])) return false;
    advance.run(checkpoint, view, generation);
    return true;
  };

  const searched = new Map<string, boolean>();
  const rowsOf = ({ view, generation, isRepair }: BatchColumns): RowWriter => {
    const table = toTableName(view, generation);
    const isSearched = searched.get(table) ?? hasWordTable(statement, table);
    searched.set(table, isSearched);
    return isSearched
      ? prepareSearchedRows(statement, { table, isRepair })
      : prepareRows(statement, { table, isRepair });
  };

  return (batch: BatchColumns[], fence: Lease | null) => {
    runInTransaction(database, () => {
      if (fence) check(fence);
      for (const part of batch) if (isNewer(part)) writeRows(rowsOf(part), part);
    });
  };
}

type RowWriter = {
  put: (id: string, position: number, doc: string) => unknown;
  remove: (id: string, position: number) => unknown;
};

function writeRows({ put, remove }: RowWriter, { ids, positions, docs }: BatchColumns) {
  for (const [index, id] of ids.entries()) {
    const position = positions[index] ?? 0;
    const doc = docs[index] ?? null;
    if (doc === null) remove(id, position);
    else put(id, position, doc);
  }
}

type RowTable = { table: string; isRepair: boolean };

/** Functions that write a row unless the stored one is newer, or, except for a repair, as new; each returns whether it did. */
function prepareRows(statement: StatementCache, { table, isRepair }: RowTable, row = '') {
  const [rowid, value] = row === '' ? ['', ''] : ['rowid, ', `${row}, `];
  const deletion = statement(`DELETE FROM ${table} WHERE id = ? AND position <= ?`);
  const upsert = statement(
    `INSERT INTO ${table} (${rowid}id, position, doc) VALUES (${value}?1, ?2, ?3)
     ON CONFLICT (id) DO UPDATE SET position = excluded.position, doc = excluded.doc
     WHERE excluded.position ${isRepair ? '>=' : '>'} position`,
  );
  return {
    put: (id: string, position: number, doc: string) => upsert.run(id, position, doc).changes > 0,
    remove: (id: string, position: number) => deletion.run(id, position).changes > 0,
  };
}

/** The same with the words of each row. */
function prepareSearchedRows(statement: StatementCache, target: RowTable) {
  const rows = prepareRows(statement, target, 'CAST(?1 AS INTEGER)');
  const { table } = target;
  const words = toWordTableName(table);
  const deletion = statement(`DELETE FROM ${words} WHERE rowid = CAST(? AS INTEGER)`);
  // The row that FTS5 marks as removed has a number above 2^53.
  deletion.setReadBigInts(true);
  const upsert = statement(
    `INSERT OR REPLACE INTO ${words} (rowid, words) VALUES (CAST(? AS INTEGER), json_extract(?, '$.words'))`,
  );
  return {
    put: (id: string, position: number, doc: string) => {
      if (rows.put(id, position, doc)) upsert.run(id, doc);
    },
    remove: (id: string, position: number) => {
      if (rows.remove(id, position)) deletion.run(id);
    },
  };
}

export function runInTransaction(database: DatabaseSync, work: () => void) {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    // A full disk may have rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
