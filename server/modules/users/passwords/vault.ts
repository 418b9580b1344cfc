import { availableParallelism } from 'node:os';
import argon2 from 'argon2';
import type { Documents } from '#projections/store/port.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import type { EncryptedStore } from '#server/platform/encryption/key-rotation.ts';
import {
  reencryptText,
  type EncryptedText,
  encryptText,
  decryptText,
} from '#server/platform/encryption/encrypted-text.ts';
import { createBoundedQueue } from './bounded-queue.ts';

export const credentialsSpace = 'credentials';
const argon2Options = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// Two threads of node's pool stay free for files and compression.
const maxConcurrentHashes = Math.max(1, Math.min(2, availableParallelism()));
const maxWaitingHashes = 500;
// Costs what a real one costs, and no password leads to it.
const dummyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** `id` is the user's. `recoverable` is the password sealed, null where nothing recoverable is kept. */
export type Credential = { id: string; hash: string; recoverable: EncryptedText | null };

/** What seals passwords that can be shown. */
function deriveRecoveryKey(credentialKey: string): Buffer {
  return deriveKey(credentialKey, 'password recovery');
}

export const encryptedCredentials: EncryptedStore = {
  space: credentialsSpace,
  createReencryptor: ({ from, to }) => {
    const keys = { from: deriveRecoveryKey(from), to: deriveRecoveryKey(to) };
    return (doc) => {
      const { recoverable } = doc as Credential; // the vault keeps nothing else there
      const sealed = recoverable && reencryptText(recoverable, doc.id, keys);
      return sealed && { ...doc, recoverable: sealed };
    };
  },
};

export type Vault = {
  /** Throws StoreUnavailable where nothing could be kept just now: to be asked before others are told of a password. */
  ensureUsable: () => Promise<void>;
  /** Hashes a password for a user, without keeping it yet. Throws Problem 503 when too many wait. */
  hash: (userId: string, password: string) => Promise<Credential>;
  /** Durable when it resolves. */
  save: (credential: Credential) => Promise<void>;
  /**
   * Whether this is the user's password; takes as long for nobody (null). `onTurn` runs right before the work, and
   * ends it by throwing. Throws Problem 503 when too many wait.
   */
  verify: (userId: string | null, password: string, onStart?: () => Promise<void>) => Promise<boolean>;
  /** The user's password; null where nothing recoverable is kept. */
  recover: (userId: string) => Promise<string | null>;
  /** Throws the user's password away. */
  forget: (userId: string) => Promise<void>;
};

type VaultOptions = { documents: Documents; key: string; recoverable: boolean };

/** Where passwords are kept: argon2id, outside the event log, at most a few at work at a time. */
export function createVault({ documents, key, recoverable }: VaultOptions): Vault {
  const enqueue = createBoundedQueue({ concurrency: maxConcurrentHashes, maxWaiting: maxWaitingHashes });
  const recoveryKey = deriveRecoveryKey(key);

  return {
    ensureUsable: async () => {
      await documents.get(credentialsSpace, 'nobody');
    },
    hash: (userId, password) =>
      enqueue(async () => ({
        id: userId,
        hash: await argon2.hash(password, argon2Options),
        recoverable: recoverable ? encryptText(recoveryKey, userId, password) : null,
      })),
    save: (credential) => documents.put(credentialsSpace, credential),
    recover: async (userId) => {
      if (!recoverable) return null;
      const found = await documents.get<Credential>(credentialsSpace, userId);
      return found?.recoverable ? decryptText(recoveryKey, userId, found.recoverable) : null;
    },
    forget: (userId) => documents.remove(credentialsSpace, userId),
    verify: (userId, password, onStart) =>
      enqueue(async () => {
        await onStart?.();
        const found = userId === null ? null : await documents.get<Credential>(credentialsSpace, userId);
        return (await argon2.verify(found?.hash ?? dummyHash, password)) && found !== null;
      }),
  };
}
