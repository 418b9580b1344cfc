import type { Doc, Documents } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import { deriveKey } from './derive-key.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { insertOrGet } from '#projections/store/insert-or-get.ts';

const space = documentSpaces.keyCheck;
const id = 'credential-key';
type KeyCheckDoc = Doc & { mark: string };

/** A value that does not reveal the key. */
export function computeKeyCheck(key: string): string {
  return deriveKey(key, 'key check').toString('base64url');
}

/** Null before the first start. */
export async function readKeyCheck(documents: Pick<Documents, 'get'>): Promise<string | null> {
  return (await documents.get<KeyCheckDoc>(space, id))?.mark ?? null;
}

export async function writeKeyCheck(documents: Pick<Documents, 'put'>, key: string): Promise<void> {
  const own: KeyCheckDoc = { id, mark: computeKeyCheck(key) };
  await documents.put(space, own);
}

/**
 * With another key no user could sign in, and registered addresses would seem free. The first start stores a check
 * value of its key; later starts must match it. `where` are the accounts. Throws StartupError.
 */
export async function assertSameKey(documents: Documents, key: string, where: string): Promise<void> {
  const own: KeyCheckDoc = { id, mark: computeKeyCheck(key) };
  if ((await insertOrGet(documents, space, own)).mark !== own.mark) {
    throw new StartupError(
      `The accounts in ${where} were made under another key: give the CREDENTIAL_KEY of then, or restore credential.key from a backup`,
    );
  }
}
