import type { EncryptedStore } from '../credentials/rotation.ts';
import { encryptedCredentials } from '../credentials/vault.ts';
import { encryptedSealKey } from '../history/seal-key.ts';
import { encryptedSubjectKeys } from '../privacy/subject-keys.ts';
import { encryptedSellers } from '../sell/sellers.ts';

/** All that must be sealed again when the CREDENTIAL_KEY changes, but the roots. */
export const encryptedStores: readonly EncryptedStore[] = [
  encryptedSubjectKeys,
  encryptedCredentials,
  encryptedSellers,
  encryptedSealKey,
];
