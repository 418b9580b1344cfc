import type { Doc, Documents } from '#projections/store/port.ts';
import { StartRefused } from '../data-folder.ts';
import { derivedKey } from './keys.ts';

const space = 'master-key';
type KeyMark = Doc & { mark: string };

/**
 * Under another key nobody could sign in, and addresses that are taken would seem free. The first start leaves a mark
 * of its key, from which the key cannot be told; later ones are held to it. `where` are the accounts. Throws StartRefused.
 */
export async function refuseOtherKey(documents: Documents, key: string, where: string): Promise<void> {
  const own: KeyMark = { id: 'credentials', mark: derivedKey(key, 'mark of the key').toString('base64url') };
  const kept = await documents.get<KeyMark>(space, own.id);
  if (kept === null) await documents.put(space, own);
  else if (kept.mark !== own.mark) {
    throw new StartRefused(
      `The accounts in ${where} were made under another key: give the CREDENTIAL_KEY of then, or restore credential.key from a backup`,
    );
  }
}
