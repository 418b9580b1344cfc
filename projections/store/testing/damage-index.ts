import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Overwrites the first page of an index, as a failing disk may, under a store that has the file open. */
export function damageIndex(file: string, index: string): void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(index) ?? {};
  const { page_size: pageSize } = database.prepare('PRAGMA page_size').get() ?? {};
  const { user_version: version } = database.prepare('PRAGMA user_version').get() ?? {};
  // A change by another connection makes the store read its pages again.
  database.exec(`PRAGMA user_version = ${Number(version)}; PRAGMA wal_checkpoint(TRUNCATE)`);
  const handle = openSync(file, 'r+');
  writeSync(
    handle,
    Buffer.alloc(Number(pageSize), 0xab),
    0,
    Number(pageSize),
    (Number(rootpage) - 1) * Number(pageSize),
  );
  closeSync(handle);
  database.close();
}
