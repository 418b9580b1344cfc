import { type Doc, type Documents, StoreDamaged, StoreUnavailable } from '#projections/store/port.ts';
import { deriveKey } from './derive-key.ts';
import { type EncryptedText, encryptText, decryptText } from './encrypted-text.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

export const derivedSecretsSpace = documentSpaces.derivedSecrets;
/** Secrets of permanent data: stream names, and links in mails that were sent. */
export const secretPurposes = ['email claims', 'mail links'] as const;
export type SecretPurpose = (typeof secretPurposes)[number];

/** `id` is the purpose. */
export type DerivedSecretDoc = Doc & { sealed: EncryptedText };

/** The key that encrypts the roots. */
export function deriveSecretsKey(credentialKey: string): Buffer {
  return deriveKey(credentialKey, 'derived secrets');
}

export type DerivedSecrets = {
  /** Throws StoreDamaged under another key, StoreUnavailable. */
  load: () => Promise<void>;
  /** Throws StoreUnavailable until they are loaded. */
  get: (purpose: SecretPurpose) => Buffer;
};

type DerivedSecretsDeps = { documents: Pick<Documents, 'getMany'>; credentialKey: () => string };

/**
 * Secrets that outlive the CREDENTIAL_KEY: derived from the first one, and stored encrypted from the first key rotation
 * on.
 */
export function createDerivedSecrets({ documents, credentialKey }: DerivedSecretsDeps): DerivedSecrets {
  const secrets = new Map<SecretPurpose, Buffer>();
  return {
    load: async () => {
      const docs = await documents.getMany<DerivedSecretDoc>(derivedSecretsSpace, [...secretPurposes]);
      for (const [index, purpose] of secretPurposes.entries()) {
        secrets.set(purpose, readSecret(docs[index] ?? null, credentialKey(), purpose));
      }
    },
    get: (purpose) => {
      const secret = secrets.get(purpose);
      if (!secret) throw new StoreUnavailable('The store of credentials has not been read yet.');
      return secret;
    },
  };
}

function readSecret(doc: DerivedSecretDoc | null, credentialKey: string, purpose: SecretPurpose): Buffer {
  if (doc === null) return deriveKey(credentialKey, purpose);
  const text = decryptText(deriveSecretsKey(credentialKey), purpose, doc.sealed);
  if (text === null)
    throw new StoreDamaged('The secrets of this installation were sealed under another CREDENTIAL_KEY.');
  return Buffer.from(text, 'base64');
}

/** A root as stored. */
export function toSecretDoc(credentialKey: string, purpose: SecretPurpose, secret: Buffer): DerivedSecretDoc {
  return { id: purpose, sealed: encryptText(deriveSecretsKey(credentialKey), purpose, secret.toString('base64')) };
}
