import { chmodSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ViewReader, ViewStore } from '../port.ts';
import { createViewReader } from './sqlite.ts';
import { withStoreErrors, openSqliteFile } from './file/file.ts';
import { createSqliteGenerations, viewLayout } from './generations.ts';
import { createStatementCache } from './sql/statements.ts';

/** Views that can be read and never written. */
export type ViewsCopy = ViewReader & Pick<ViewStore, 'checkpoints' | 'live' | 'close'>;

/** Converts a closed file of views to a single read-only file without a write-ahead log. */
export function freezeSqliteViews(file: string): void {
  withStoreErrors(basename(file), () => {
    const database = new DatabaseSync(file);
    try {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
    } finally {
      database.close();
    }
  });
  chmodSync(file, 0o400);
}

/** Opens a sealed file. Throws as openSqliteFile does. */
export function openSqliteViewsCopy(file: string): ViewsCopy {
  const name = basename(file);
  const database = openSqliteFile(file, viewLayout, { readOnly: true });
  const generations = withStoreErrors(name, () => createSqliteGenerations(database, createStatementCache(database)));
  const run = <T>(work: () => T) => new Promise<T>((resolve) => resolve(withStoreErrors(name, work)));
  return {
    ...createViewReader(run, (view) => generations.live(view)?.reader ?? null),
    live: (view) =>
      run(() => {
        const live = generations.live(view);
        return live && { generation: live.generation, version: live.version };
      }),
    checkpoints: () => run(generations.checkpoints),
    close: () => run(() => (database.isOpen ? database.close() : undefined)),
  };
}
