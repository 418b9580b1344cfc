import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Why the program does not start: one sentence for the person who started it. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartRefused';
  }
}

export type DataFolder = { path: string; close: () => void };

const keyBytes = 32;

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

/** 32 random bytes in base64, made once and kept in the folder for its owner alone. Throws StartRefused. */
export function generatedKey(dir: string, name: string): string {
  const file = join(resolve(dir), name);
  return orRefused(file, () => {
    const key = keptKey(file) ?? writtenKey(file, randomBytes(keyBytes).toString('base64'));
    if (Buffer.from(key, 'base64').length === keyBytes) return key;
    throw new StartRefused(`The key in ${file} is damaged: restore it from a backup`);
  });
}

/** Puts a key of somebody's own into the folder, in the place of any that lies there. Throws StartRefused. */
export function putKey(dir: string, name: string, key: string): void {
  const file = join(resolve(dir), name);
  orRefused(file, () => writtenKey(file, key));
}

/** The same key where it was made already, else null: for those who read beside a server. Throws StartRefused. */
export function keyInFolder(dir: string, name: string): string | null {
  const file = join(resolve(dir), name);
  return orRefused(file, () => keptKey(file));
}

function keptKey(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** On disk before it is used: what it seals could never be opened again. */
function writtenKey(file: string, key: string): string {
  const unfinished = openSync(`${file}.new`, 'w', 0o600);
  writeSync(unfinished, `${key}\n`);
  fsyncSync(unfinished);
  closeSync(unfinished);
  renameSync(`${file}.new`, file);
  const folder = openSync(resolve(file, '..'), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return key;
}

/** Turns what the file system throws into a sentence about `what`. */
export function orRefused<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = codeOf(error);
    if (code === null || error instanceof StartRefused) throw error;
    throw new StartRefused(`${what} cannot be used: ${reasons[code] ?? code}`, { cause: error });
  }
}

const reasons: Partial<Record<string, string>> = {
  EACCES: 'this user may not read and write it',
  EPERM: 'this user may not read and write it',
  EEXIST: 'it is a file and should be a folder',
  ENOTDIR: 'it is a file and should be a folder',
  ENOENT: 'it is not there and cannot be made',
  EISDIR: 'it is a folder and should be a file',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many files are open',
};

/** The code of an error of the file system, null for any other. */
function codeOf(error: unknown): string | null {
  const ofSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return ofSystem && typeof error.code === 'string' ? error.code : null;
}
