import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { wrapFsError } from '#server/lib/file-errors.ts';
import { StartupError } from '#server/lib/errors.ts';

/**
 * Data encrypted with one key cannot be decrypted with another, so both sides keep the same key. Returns it. Throws
 * StartupError with a sentence that says where the key of the data folder is.
 */
export function requireSharedKey(credentialKey: string | undefined, dataDir: string): string {
  const file = getKeyPath(dataDir);
  const fileKey = existsSync(file) ? wrapFsError(file, () => readFileSync(file, 'utf8').trim()) : null;
  if (credentialKey === undefined) {
    const where = fileKey === null ? 'the one that the servers are started with' : `the one that lies in ${file}`;
    throw new StartupError(`CREDENTIAL_KEY must be given, the same for both sides: ${where}`);
  }
  if (fileKey !== null && fileKey !== credentialKey) {
    throw new StartupError(
      `CREDENTIAL_KEY is not the key in ${file}: both sides must have the same one. Give that one, or move the file away if it is not in use`,
    );
  }
  return credentialKey;
}

function getKeyPath(dataDir: string): string {
  return join(resolve(dataDir), 'credential.key');
}
