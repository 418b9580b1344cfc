import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartupError } from '#server/lib/errors.ts';
import { getFsErrorCode, wrapFsError } from '#server/lib/file-errors.ts';
import { replaceFile } from '#server/lib/replace-file.ts';

const keyBytes = 32;

/**
 * 32 random bytes in base64, generated once and stored in the folder, readable by its owner only. Throws StartupError.
 */
export function loadOrCreateKey(dir: string, name: string): string {
  const file = join(resolve(dir), name);
  return wrapFsError(file, () => {
    const key = readKey(file) ?? writeKey(file, randomBytes(keyBytes).toString('base64'));
    if (Buffer.from(key, 'base64').length === keyBytes) return key;
    throw new StartupError(`The key in ${file} is damaged: restore it from a backup`);
  });
}

/** Stores a given key in the folder and replaces an existing one. Throws StartupError. */
export function replaceKey(dir: string, name: string, key: string): void {
  const file = join(resolve(dir), name);
  wrapFsError(file, () => writeKey(file, key));
}

/** The same key if it exists, else null: for readers beside a server. Throws StartupError. */
export function readKeyFile(dir: string, name: string): string | null {
  const file = join(resolve(dir), name);
  return wrapFsError(file, () => readKey(file));
}

function readKey(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (getFsErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** On disk before it is used: without the key, data encrypted with it could never be decrypted. */
function writeKey(file: string, key: string): string {
  replaceFile(file, `${key}\n`);
  return key;
}
