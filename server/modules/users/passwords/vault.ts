import { availableParallelism } from 'node:os';
import argon2 from 'argon2';
import PQueue from 'p-queue';
import type { Documents } from '#projections/store/port.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import type { EncryptedStore } from '#server/platform/encryption/key-rotation.ts';
import {
  reencryptText,
  type EncryptedText,
  encryptText,
  decryptText,
} from '#server/platform/encryption/encrypted-text.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';

export const credentialsSpace = documentSpaces.credentials;
const argon2Options = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// Two threads of Node's pool stay free for files and compression.
const maxConcurrentHashes = Math.max(1, Math.min(2, availableParallelism()));
const maxWaitingHashes = 500;
// Sign-ins do not wait behind new passwords, such as those of an import.
const signInPriority = 1;
// A hash that takes as long to check as a real one and that no password matches.
const dummyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** `id` is the user's. `recoverable` is the sealed password, null where nothing recoverable is stored. */
export type Credential = { id: string; hash: string; recoverable: EncryptedText | null };

/** Seals passwords that can be shown. */
function deriveRecoveryKey(credentialKey: string): Buffer {
  return deriveKey(credentialKey, 'password recovery');
}

export const encryptedCredentials: EncryptedStore = {
  space: credentialsSpace,
  createReencryptor: ({ from, to }) => {
    const keys = { from: deriveRecoveryKey(from), to: deriveRecoveryKey(to) };
    return (doc) => {
      const { recoverable } = doc as Credential; // the vault stores nothing else there
      const sealed = recoverable && reencryptText(recoverable, doc.id, keys);
      return sealed && { ...doc, recoverable: sealed };
    };
  },
};

export type Vault = {
  /** Throws StoreUnavailable if nothing can be stored now: call it before a user is notified of a password. */
  ensureUsable: () => Promise<void>;
  /** Hashes a password for a user, without storing it yet. Throws HttpError 503 when too many wait. */
  hash: (userId: string, password: string) => Promise<Credential>;
  /** Durable when it resolves. */
  save: (credential: Credential) => Promise<void>;
  /**
   * Whether this is the user's password; takes the same time for no user (null). `onTurn` runs right before the
   * hashing, and cancels it by throwing. Throws HttpError 503 when too many wait.
   */
  verify: (userId: string | null, password: string, onStart?: () => Promise<void>) => Promise<boolean>;
  /** The user's password; null where nothing recoverable is stored. */
  recover: (userId: string) => Promise<string | null>;
  /** Deletes the user's password. */
  remove: (userId: string) => Promise<void>;
};

type VaultOptions = { documents: Documents; key: string; recoverable: boolean };

/** Stores passwords as argon2id, outside the event log, with at most a few hashed at once. */
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
      const credential = await documents.get<Credential>(credentialsSpace, userId);
      return credential?.recoverable ? decryptText(recoveryKey, userId, credential.recoverable) : null;
    },
    remove: (userId) => documents.remove(credentialsSpace, userId),
    verify: (userId, password, onStart) =>
      enqueue(async () => {
        await onStart?.();
        const credential = userId === null ? null : await documents.get<Credential>(credentialsSpace, userId);
        return (await argon2.verify(credential?.hash ?? dummyHash, password)) && credential !== null;
      }, signInPriority),
  };
}

/**
 * Runs at most `atOnce` jobs at a time and lets `waiting` more wait; one more is refused with HttpError 503, so that a
 * flood uses bounded memory and the earliest requests are served.
 */
export function createBoundedQueue({
  concurrency: atOnce,
  maxWaiting: waiting,
}: {
  concurrency: number;
  maxWaiting: number;
}) {
  const queue = new PQueue({ concurrency: atOnce });
  return <T>(job: () => Promise<T>, priority = 0): Promise<T> => {
    if (queue.size >= waiting) {
      throw new HttpError(503, 'Too many people are signing in right now. Please try again in a moment.', {
        'Retry-After': '2',
      });
    }
    return queue.add(job, { priority });
  };
}
