import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Writes the whole file or nothing, on disk when it returns and readable by its owner only. Processes may replace the
 * same file at the same time.
 */
export function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.${randomUUID()}.new`;
  const descriptor = openSync(unfinished, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, file);
  syncFolder(resolve(file, '..'));
}

/** Returns when the names of the files in a folder are on the disk. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
