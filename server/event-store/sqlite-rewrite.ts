import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Position } from '#domain/decider.ts';
import { asStoreErrors } from '#projections/store/sqlite-file.ts';

/** Data of an event that is to stand in the place of what is there. */
export type Rewritten = { position: Position; data: unknown };

export type Rewriting = { write: (changes: readonly Rewritten[]) => void; close: () => void };

/**
 * The file of a log, opened to replace data of events beside the store that reads it: for what must not stay there.
 * What was there is overwritten, and leaves the journal with `close`. Throws StoreUnavailable, StoreDamaged.
 */
export function openSqliteRewriting(file: string): Rewriting {
  const name = basename(file);
  const database = asStoreErrors(name, () => new DatabaseSync(file, { timeout: 5_000 }));
  asStoreErrors(name, () => database.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL'));
  const update = database.prepare('UPDATE events SET data = ? WHERE position = ?');
  return {
    /** All or nothing. */
    write: (changes: readonly Rewritten[]) =>
      asStoreErrors(name, () => {
        database.exec('BEGIN IMMEDIATE');
        try {
          for (const { position, data } of changes) update.run(JSON.stringify(data), position);
          database.exec('COMMIT');
        } catch (error) {
          if (database.isTransaction) database.exec('ROLLBACK');
          throw error;
        }
      }),
    close: () =>
      asStoreErrors(name, () => {
        database.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
        database.close();
      }),
  };
}
