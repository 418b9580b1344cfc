import type { Doc, Documents } from '#projections/store/port.ts';
import { StartRefused } from '#server/lib/errors.ts';
import { derivedKey } from './keys.ts';

const space = 'master-key';
const id = 'credentials';
type KeyMark = Doc & { mark: string };

/** From which the key cannot be told. */
export function markOf(key: string): string {
  return derivedKey(key, 'mark of the key').toString('base64url');
}

/** Null before the first start. */
export async function keptMark(documents: Pick<Documents, 'get'>): Promise<string | null> {
  return (await documents.get<KeyMark>(space, id))?.mark ?? null;
}

export async function putMark(documents: Pick<Documents, 'put'>, key: string): Promise<void> {
  const own: KeyMark = { id, mark: markOf(key) };
  await documents.put(space, own);
}

/**
 * Under another key nobody could sign in, and addresses that are taken would seem free. The first start leaves a mark
 * of its key; later ones are held to it. `where` are the accounts. Throws StartRefused.
 */
export async function refuseOtherKey(documents: Documents, key: string, where: string): Promise<void> {
  const kept = await keptMark(documents);
  if (kept === null) await putMark(documents, key);
  else if (kept !== markOf(key)) {
    throw new StartRefused(
      `The accounts in ${where} were made under another key: give the CREDENTIAL_KEY of then, or restore credential.key from a backup`,
    );
  }
}
