import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { type Seal, serializeSeal } from '#domain/log-seal/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import type { EncryptedStore } from '#server/platform/encryption/key-rotation.ts';
import {
  reencryptText,
  type EncryptedText,
  encryptText as wrapped,
  decryptText,
} from '#server/platform/encryption/encrypted-text.ts';
import { StartupError } from '#server/lib/errors.ts';
import { computeKeyId } from '#server/lib/evidence/public-key.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { insertOrGet } from '#projections/store/insert-or-get.ts';

/** Where the signing key is stored, wrapped under a key derived from CREDENTIAL_KEY. */
export const sealKeySpace = documentSpaces.audit;
const id = 'seal-key';
const owner = 'seal-key';
const keyPurpose = 'seal key';

/** `publicKey` is PEM. */
export type SealKeyDoc = { id: string; keyId: string; publicKey: string; createdAt: string; privateKey: EncryptedText };

export type SealKey = {
  keyId: string;
  publicKey: string;
  /** The seal with its signature, base64. */
  sign: (seal: Omit<Seal, 'keyId' | 'signature'>) => Seal;
  /** The signature of a text, base64. */
  signText: (text: string) => string;
};

/**
 * Created at the first call of an installation. Throws StartupError where the wrapping key is another,
 * StoreUnavailable.
 */
export async function loadSealKey(documents: Documents, credentialKey: string, now: () => Date): Promise<SealKey> {
  const key = deriveKey(credentialKey, keyPurpose);
  const doc = (await documents.get<SealKeyDoc>(sealKeySpace, id)) ?? (await createSealKey(documents, key, now));
  const pem = decryptText(key, owner, doc.privateKey);
  if (pem === null) throw new StartupError('The key that seals the log cannot be opened with this CREDENTIAL_KEY');
  const { keyId, publicKey } = doc;
  const privateKey = createPrivateKey(pem);
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');
  return {
    keyId,
    publicKey,
    sign: (seal) => {
      const unsigned = { ...seal, keyId };
      return { ...unsigned, signature: signText(serializeSeal(unsigned)) };
    },
    signText,
  };
}

/** Null before the first seal key was created. */
export async function findPublicSealKey(
  documents: Pick<Documents, 'getMany'>,
): Promise<Pick<SealKeyDoc, 'keyId' | 'publicKey'> | null> {
  const [doc] = await documents.getMany<SealKeyDoc>(sealKeySpace, [id]);
  return doc ?? null;
}

async function createSealKey(documents: Documents, key: Buffer, now: () => Date): Promise<SealKeyDoc> {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' });
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const doc: SealKeyDoc = {
    id,
    keyId: computeKeyId(pair.publicKey),
    publicKey,
    createdAt: now().toISOString(),
    privateKey: wrapped(key, owner, privateKey),
  };
  return insertOrGet(documents, sealKeySpace, doc);
}

export const encryptedSealKey: EncryptedStore = {
  space: sealKeySpace,
  createReencryptor: ({ from, to }) => {
    const keys = { from: deriveKey(from, keyPurpose), to: deriveKey(to, keyPurpose) };
    return (doc) => {
      if (doc.id !== id) return null;
      const privateKey = reencryptText((doc as SealKeyDoc).privateKey, owner, keys);
      return privateKey && { ...doc, privateKey };
    };
  },
};
