import { availableParallelism } from 'node:os';
import argon2 from 'argon2';
import type { Documents } from '#projections/store/port.ts';
import { derivedKey } from '#server/platform/encryption/keys.ts';
import type { EncryptedStore } from '#server/platform/encryption/rotation.ts';
import { reseal, type Sealed, seal, unseal } from '#server/platform/encryption/sealed.ts';
import { takingTurns } from './turns.ts';

export const credentialsSpace = 'credentials';
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// Two threads of node's pool stay free for files and compression.
const atOnce = Math.max(1, Math.min(2, availableParallelism()));
const waiting = 500;
// Costs what a real one costs, and no password leads to it.
const nobodysHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** `id` is the user's. `recoverable` is the password sealed, null where nothing recoverable is kept. */
export type Credential = { id: string; hash: string; recoverable: Sealed | null };

/** What seals passwords that can be shown. */
function recoveryKeyOf(credentialKey: string): Buffer {
  return derivedKey(credentialKey, 'password recovery');
}

export const encryptedCredentials: EncryptedStore = {
  space: credentialsSpace,
  createResealer: ({ from, to }) => {
    const keys = { from: recoveryKeyOf(from), to: recoveryKeyOf(to) };
    return (doc) => {
      const { recoverable } = doc as Credential; // the vault keeps nothing else there
      const sealed = recoverable && reseal(recoverable, doc.id, keys);
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
  keep: (credential: Credential) => Promise<void>;
  /**
   * Whether this is the user's password; takes as long for nobody (null). `onTurn` runs right before the work, and
   * ends it by throwing. Throws Problem 503 when too many wait.
   */
  verify: (userId: string | null, password: string, onTurn?: () => Promise<void>) => Promise<boolean>;
  /** The user's password; null where nothing recoverable is kept. */
  recover: (userId: string) => Promise<string | null>;
  /** Throws the user's password away. */
  forget: (userId: string) => Promise<void>;
};

type Options = { documents: Documents; key: string; recoverable: boolean };

/** Where passwords are kept: argon2id, outside the event log, at most a few at work at a time. */
export function openVault({ documents, key, recoverable }: Options): Vault {
  const inTurn = takingTurns({ atOnce, waiting });
  const recoveryKey = recoveryKeyOf(key);

  return {
    ensureUsable: async () => {
      await documents.get(credentialsSpace, 'nobody');
    },
    hash: (userId, password) =>
      inTurn(async () => ({
        id: userId,
        hash: await argon2.hash(password, cost),
        recoverable: recoverable ? seal(recoveryKey, userId, password) : null,
      })),
    keep: (credential) => documents.put(credentialsSpace, credential),
    recover: async (userId) => {
      if (!recoverable) return null;
      const found = await documents.get<Credential>(credentialsSpace, userId);
      return found?.recoverable ? unseal(recoveryKey, userId, found.recoverable) : null;
    },
    forget: (userId) => documents.remove(credentialsSpace, userId),
    verify: (userId, password, onTurn) =>
      inTurn(async () => {
        await onTurn?.();
        const found = userId === null ? null : await documents.get<Credential>(credentialsSpace, userId);
        return (await argon2.verify(found?.hash ?? nobodysHash, password)) && found !== null;
      }),
  };
}
