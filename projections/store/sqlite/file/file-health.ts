import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreDamaged, StoreUnavailable } from '../../port.ts';

const minFreeBytes = 2 ** 20;
const troubles = new WeakMap<DatabaseSync, StoreDamaged | StoreUnavailable>();

/** Records that a write was refused, or that damage was found. Damage is permanent until the file is opened again. */
export function recordTrouble(database: DatabaseSync, error: unknown): void {
  if (error instanceof StoreDamaged) troubles.set(database, error);
  else if (error instanceof StoreUnavailable && !troubles.has(database)) troubles.set(database, error);
}

/** Where a write was refused, tries one. Throws what SQLite throws until one succeeds, StoreDamaged after damage. */
export function assertFileUsable(database: DatabaseSync): void {
  const trouble = troubles.get(database);
  if (trouble === undefined) return;
  if (trouble instanceof StoreDamaged) throw trouble;
  const { bavail, bsize } = statfsSync(dirname(database.location() ?? '.'));
  if (bavail * bsize < minFreeBytes) throw trouble;
  // Writes a page, with the value that it has.
  const { user_version: version } = database.prepare('PRAGMA user_version').get() ?? {};
  database.exec(`PRAGMA user_version = ${Number(version)}`);
  troubles.delete(database);
}
