import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { orRefused } from '#server/lib/file-errors.ts';
import { StartRefused } from '#server/lib/errors.ts';

/**
 * What one key has sealed no other opens, so both sides keep theirs. Returns it. Throws StartRefused with a sentence
 * that says where the key of the data folder lies.
 */
export function keyOfMove(given: string | undefined, dataDir: string): string {
  const file = keyFile(dataDir);
  const kept = existsSync(file) ? orRefused(file, () => readFileSync(file, 'utf8').trim()) : null;
  if (given === undefined) {
    const where = kept === null ? 'the one that the servers are started with' : `the one that lies in ${file}`;
    throw new StartRefused(`CREDENTIAL_KEY must be given, the same for both sides: ${where}`);
  }
  if (kept !== null && kept !== given) {
    throw new StartRefused(
      `CREDENTIAL_KEY is not the key in ${file}: both sides must have the same one. Give that one, or move the file away if it is not in use`,
    );
  }
  return given;
}

function keyFile(dataDir: string): string {
  return join(resolve(dataDir), 'credential.key');
}
