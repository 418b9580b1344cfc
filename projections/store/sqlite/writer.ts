import type { DatabaseSync } from 'node:sqlite';
import type { Position } from '#domain/shared/decider.ts';
import type { ViewBatch, Lease } from '../port.ts';
import { createSqliteLeases } from './leases.ts';
import { toTableName } from './sql/names.ts';
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
  const built = database.prepare('SELECT checkpoint FROM generations WHERE view = ? AND generation = ?');
  const { check } = createSqliteLeases(database);
  const advance = database.prepare('UPDATE generations SET checkpoint = ? WHERE view = ? AND generation = ?');

  /** False when these changes are applied already. */
  const isNewer = ({ view, generation, checkpoint }: BatchColumns): boolean => {
    const row = built.get(view, generation);
    if (!row) throw new Error(`There is no ${view}@${generation} to write to`);
    if (checkpoint === null) return true;
    if (checkpoint <= Number(row['checkpoint'])) return false;
    advance.run(checkpoint, view, generation);
    return true;
  };

  const writeAll = (table: string, { ids, positions, docs, isRepair }: BatchColumns) => {
    const remove = statement(`DELETE FROM ${table} WHERE id = ? AND position <= ?`);
    const put = statement(
      `INSERT INTO ${table} (id, position, doc) VALUES (?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET position = excluded.position, doc = excluded.doc
       WHERE excluded.position ${isRepair ? '>=' : '>'} position`,
    );
    for (const [index, id] of ids.entries()) {
      const position = positions[index] ?? 0;
      const doc = docs[index] ?? null;
      if (doc === null) remove.run(id, position);
      else put.run(id, position, doc);
    }
  };

  return (batch: BatchColumns[], fence: Lease | null) => {
    runInTransaction(database, () => {
      if (fence) check(fence);
      for (const part of batch) if (isNewer(part)) writeAll(toTableName(part.view, part.generation), part);
    });
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
