import { createECDH } from 'node:crypto';
import type { Documents } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { insertOrGet } from '#projections/store/insert-or-get.ts';

const space = documentSpaces.vapidKeys;
const id = 'vapid';

/** The public data sent to push services: keys in base64url, and the operator's contact. */
export type VapidKeys = { publicKey: string; privateKey: string; subject: string };
type VapidDoc = { id: string; publicKey: string; privateKey: string };

type VapidKeysDeps = {
  config: Pick<Config, 'vapid' | 'vapidSubject' | 'publicUrl' | 'admin'>;
  documents: Documents;
  /** 32 secret bytes that every process has, so that two that make the keys at once make the same. */
  seed: Buffer;
};

/** The keys of the environment, or keys that are made once: with other keys every subscription would be void. */
export function createVapidKeyLoader({ config, documents, seed }: VapidKeysDeps): () => Promise<VapidKeys> {
  const subject = config.vapidSubject ?? chooseContact(config);
  const read = async (): Promise<VapidKeys> => {
    if (config.vapid !== null) return { ...config.vapid, subject };
    const { publicKey, privateKey } = (await documents.get<VapidDoc>(space, id)) ?? (await createKeys(documents, seed));
    return { publicKey, privateKey, subject };
  };
  let keys: Promise<VapidKeys> | null = null;
  return () => {
    keys ??= read().catch((error: unknown) => {
      keys = null;
      throw error;
    });
    return keys;
  };
}

async function createKeys(documents: Documents, seed: Buffer): Promise<VapidDoc> {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(seed);
  const publicKey = pair.getPublicKey('base64url');
  const privateKey = seed.toString('base64url');
  return insertOrGet(documents, space, { id, publicKey, privateKey });
}

function chooseContact({ publicUrl, admin }: Pick<Config, 'publicUrl' | 'admin'>): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  return `mailto:${admin?.email ?? 'webmaster@example.com'}`;
}
