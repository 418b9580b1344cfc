import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asStoreErrors } from '#projections/store/sqlite-file.ts';
import type { Rewriting } from './rewriting.ts';

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
    write: (changes) =>
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
