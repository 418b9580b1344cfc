import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefused } from '#server/lib/errors.ts';
import { orRefused } from '#server/lib/file-errors.ts';

export type DataFolder = { path: string; close: () => void };

/** Makes the folder where missing (for its owner alone), and holds it until `close`. Throws StartRefused. */
export function openDataFolder(dir: string): DataFolder {
  const path = resolve(dir);
  return orRefused(`DATA_DIR ${path}`, () => {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const lock = heldLock(path);
    held.add(lock);
    return { path, close: () => release(lock) };
  });
}

// A lock that nothing refers to would be collected, and the folder be free while it is in use.
const held = new Set<DatabaseSync>();

function release(lock: DatabaseSync): void {
  held.delete(lock);
  lock[Symbol.dispose]();
}

/** Step by step: Node's own `recursive` never ends where the parent takes no folders, as /proc does. */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in between.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A transaction that stays open: whatever ends this process, kill -9 too, the system takes the lock away with it. */
function heldLock(path: string): DatabaseSync {
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
    throw new StartRefused(advice, { cause });
  }
  return lock;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
