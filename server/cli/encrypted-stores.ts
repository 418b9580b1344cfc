import type { EncryptedStore } from '#server/platform/encryption/key-rotation.ts';
import { encryptedCredentials } from '#server/modules/users/passwords/vault.ts';
import { encryptedFactors } from '#server/modules/users/second-factor/second-factors.ts';
import { encryptedLinks } from '#server/modules/alerts/channels/linked/links.ts';
import { encryptedSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import { encryptedSubjectKeys } from '#server/platform/encryption/subject-keys.ts';
import { encryptedFeeds } from '#server/modules/sources/saved-feeds/saved-feeds.ts';
import { encryptedSellers } from '#server/modules/intake/owner-offers/seller-contacts.ts';

/** All data except the roots that must be encrypted again when the CREDENTIAL_KEY changes. */
export const encryptedStores: readonly EncryptedStore[] = [
  encryptedSubjectKeys,
  encryptedCredentials,
  encryptedFactors,
  encryptedSellers,
  encryptedLinks,
  encryptedFeeds,
  encryptedSealKey,
];
