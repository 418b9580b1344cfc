import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Returns when the names of the files in a folder are on the disk. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
