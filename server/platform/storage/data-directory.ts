import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '#server/lib/errors.ts';
import { wrapFsError } from '#server/lib/file-errors.ts';

export type DataDirectory = { path: string; close: () => void };

/** Creates the folder where missing (for its owner only), and locks it until `close`. Throws StartupError. */
export function openDataDirectory(dir: string): DataDirectory {
  const path = resolve(dir);
  return wrapFsError(`DATA_DIR ${path}`, () => {
    createFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const lock = acquireLock(path);
    heldLocks.add(lock);
    return { path, close: () => releaseLock(lock) };
  });
}

// Without a reference the lock would be garbage-collected, and the folder be free while it is in use.
const heldLocks = new Set<DatabaseSync>();

function releaseLock(lock: DatabaseSync): void {
  heldLocks.delete(lock);
  lock[Symbol.dispose]();
}

/** For its owner only. Step by step: Node's own `recursive` never ends where the parent accepts no folders, as /proc does. */
export function createFolder(path: string): void {
  if (isFolder(path)) return;
  if (!existsSync(dirname(path))) createFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in between.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A transaction that stays open: however this process ends, even by kill -9, the system releases the lock. */
function acquireLock(path: string): DatabaseSync {
  const file = join(path, 'lock.sqlite');
  closeSync(openSync(file, 'a', 0o600));
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    const advice = isBusy(cause)
      ? `Another process is already using DATA_DIR ${path}: stop it first, or give this one a DATA_DIR of its own`
      : `DATA_DIR ${path} cannot be locked: remove lock.sqlite there and start again`;
    throw new StartupError(advice, { cause });
  }
  return lock;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
