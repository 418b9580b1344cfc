import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type Seal, sealedText } from '#domain/log-seal/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import { derivedKey } from '#server/platform/encryption/keys.ts';
import type { EncryptedStore } from '#server/platform/encryption/rotation.ts';
import { reseal, type Sealed, seal as wrapped, unseal } from '#server/platform/encryption/sealed.ts';
import { StartRefused } from '#server/lib/errors.ts';

/** Where the key that signs is kept, wrapped under a key derived from CREDENTIAL_KEY. */
export const sealKeySpace = 'history';
const id = 'seal-key';
const owner = 'seal-key';

/** `publicKey` is PEM. */
export type SealKeyDoc = { id: string; keyId: string; publicKey: string; createdAt: string; privateKey: Sealed };

export type SealKey = {
  keyId: string;
  publicKey: string;
  /** The seal with its signature, base64. */
  sign: (seal: Omit<Seal, 'keyId' | 'signature'>) => Seal;
};

/** Made at the first call of an installation. Throws StartRefused where the wrapping key is another, StoreUnavailable. */
export async function openSealKey(documents: Documents, key: Buffer, now: () => Date): Promise<SealKey> {
  const doc = (await documents.get<SealKeyDoc>(sealKeySpace, id)) ?? (await made(documents, key, now));
  const pem = unseal(key, owner, doc.privateKey);
  if (pem === null) throw new StartRefused('The key that seals the log cannot be opened with this CREDENTIAL_KEY');
  const { keyId, publicKey } = doc;
  const privateKey = createPrivateKey(pem);
  return {
    keyId,
    publicKey,
    sign: (seal) => {
      const unsigned = { ...seal, keyId };
      return { ...unsigned, signature: sign(null, Buffer.from(sealedText(unsigned)), privateKey).toString('base64') };
    },
  };
}

/** Null before the first seal key was made. */
export async function publicSealKey(
  documents: Pick<Documents, 'getMany'>,
): Promise<Pick<SealKeyDoc, 'keyId' | 'publicKey'> | null> {
  const [doc] = await documents.getMany<SealKeyDoc>(sealKeySpace, [id]);
  return doc ?? null;
}

async function made(documents: Documents, key: Buffer, now: () => Date): Promise<SealKeyDoc> {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' });
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const doc: SealKeyDoc = {
    id,
    keyId: keyIdOf(pair.publicKey),
    publicKey,
    createdAt: now().toISOString(),
    privateKey: wrapped(key, owner, privateKey),
  };
  await documents.put(sealKeySpace, doc);
  return doc;
}

/** The first 16 hex digits of the SHA-256 of the public key. */
export function keyIdOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
}

export const encryptedSealKey: EncryptedStore = {
  space: sealKeySpace,
  createResealer: ({ from, to }) => {
    const keys = { from: derivedKey(from, 'seal key'), to: derivedKey(to, 'seal key') };
    return (doc) => {
      if (doc.id !== id) return null;
      const privateKey = reseal((doc as SealKeyDoc).privateKey, owner, keys);
      return privateKey && { ...doc, privateKey };
    };
  },
};
