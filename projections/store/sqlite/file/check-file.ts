import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { toSqliteStoreError } from './file.ts';

/** Reads the whole file with its indexes, also beside a server; what is wrong with it, null for nothing. */
export function findFileDamage(file: string): string | null {
  const name = basename(file);
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    try {
      const verdict = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
      return verdict === 'ok' ? null : `${name} is damaged (${String(verdict).split('\n').join(' ')}).`;
    } finally {
      database.close();
    }
  } catch (error) {
    const reason = toSqliteStoreError(name, error);
    return reason instanceof Error ? reason.message : String(reason);
  }
}
