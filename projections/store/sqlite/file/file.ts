import { closeSync, openSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreDamaged, StoreUnavailable } from '../../port.ts';
import { recordTrouble } from './file-health.ts';

/** The layout of one kind of file. A change of `tables` raises `version`. */
export type FileLayout = { version: number; tables: string; settings?: string };

/** Results of sqlite.org/rescode.html that a retry, more space or an open store would fix. */
const unavailableCodes = new Set([4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 23]);
const damagedCodes = new Set([11, 26]);
/** Read-only, an error of the disk, full. */
const refusedWriteCodes = new Set([8, 10, 13]);
/** Files up to this size are checked completely when opened: at most 0.1 s. */
const maxCheckedBytes = 32 * 2 ** 20;

/** Opens or creates the file (readable by its owner only). Throws StoreDamaged, StoreUnavailable. */
export function openSqliteFile(file: string, layout: FileLayout, { readOnly = false } = {}): DatabaseSync {
  return withStoreErrors(basename(file), () => {
    if (!readOnly) closeSync(openSync(file, 'a', 0o600));
    const database = new DatabaseSync(file, { readOnly, timeout: 1_000 });
    try {
      applyLayout(database, basename(file), layout, readOnly);
      if (statSync(file).size <= maxCheckedBytes) checkIntegrity(database, basename(file));
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  });
}

function applyLayout(database: DatabaseSync, name: string, layout: FileLayout, readOnly: boolean) {
  const { settings = '' } = layout;
  // A commit survives a crash of the process; what has to survive a power cut goes through a group commit.
  if (!readOnly) database.exec(`${settings}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`);
  const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
  if (version === layout.version) return;
  const empty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  if (version !== 0 || !empty || readOnly) {
    throw new StoreDamaged(
      `${name} is laid out as version ${String(version)}, and this program knows version ${layout.version} alone.`,
    );
  }
  database.exec(`BEGIN IMMEDIATE; ${layout.tables}; PRAGMA user_version = ${layout.version}; COMMIT`);
}

function checkIntegrity(database: DatabaseSync, name: string) {
  const verdict = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (verdict !== 'ok') throw new StoreDamaged(`${name} is damaged (${String(verdict).split('\n').join(' ')}).`);
}

/** Runs `work`, and converts errors of SQLite to those of the ports. */
export function withStoreErrors<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toSqliteStoreError(name, error);
  }
}

/** The same, and records what is wrong with the file. */
export function runOnFile<T>(database: DatabaseSync, name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = toSqliteStoreError(name, error);
    if (reason instanceof StoreDamaged || refusedWriteCodes.has(readSqliteCode(error) ?? 0))
      recordTrouble(database, reason);
    throw reason;
  }
}

export function toSqliteStoreError(name: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = readSqliteCode(error);
  if (code !== null && damagedCodes.has(code)) {
    return new StoreDamaged(`${name} is damaged (${error.message}).`, { cause: error });
  }
  const closed = 'code' in error && error.code === 'ERR_INVALID_STATE';
  if (closed || (code !== null && unavailableCodes.has(code))) {
    return new StoreUnavailable(`${name} cannot be used just now (${error.message}).`, { cause: error });
  }
  return error;
}

/** The primary result code of an SQLite error, null for any other. */
export function readSqliteCode(error: unknown): number | null {
  const ours = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return ours ? (error.errcode as number) & 0xff : null;
}
