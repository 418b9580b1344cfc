import { hash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { recoveryCodeCount } from '#domain/sign-in/second-factor.contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { type Documents, StoreDamaged } from '#projections/store/port.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Clock } from '#server/lib/clock.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { decryptText, type EncryptedText, encryptText } from '#server/platform/encryption/encrypted-text.ts';
import { defineSealedDocuments } from '#server/platform/encryption/key-rotation.ts';

const space = documentSpaces.secondFactors;
const purpose = 'second factors';
export const encryptedFactors = defineSealedDocuments(space, purpose);

const issuer = 'Off-Market Scout';
const stepSeconds = 30;
/** Of 30 s, before and after the present one: clocks differ. */
const acceptedSteps = 1;
/** RFC 4226 asks for 160 bits. */
const secretBytes = 20;

/** A public key of WebAuthn, in base64url. Times are ISO 8601. */
export type Passkey = {
  id: string;
  publicKey: string;
  counter: number;
  transports: string[];
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
};

/** `lastStep` is that of the last code that was used: it and those before it are used up. */
type App = { secret: string; lastStep: number };
/** What a user can prove their identity with, besides the password. `pending` is the secret of an app being set up. */
export type Factors = {
  app: App | null;
  pending: string | null;
  recoveryHashes: string[];
  passkeys: Passkey[];
};
const noFactors: Factors = { app: null, pending: null, recoveryHashes: [], passkeys: [] };

type FactorsDoc = { id: string; userId: string; sealed: EncryptedText };
export type UsedCode = { kind: 'app' } | { kind: 'recovery'; left: number };

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** The second factors of users, encrypted outside of the log. Each change is one step, so that a code is used once. */
export function createSecondFactors({
  documents,
  clock,
  key: master,
}: {
  documents: Documents;
  clock: Clock;
  key: string;
}) {
  const key = deriveKey(master, purpose);

  const open = (doc: FactorsDoc | null): Factors => {
    if (doc === null) return noFactors;
    const text = decryptText(key, doc.id, doc.sealed);
    if (text === null) throw new StoreDamaged('The second factors of a user cannot be decrypted');
    return JSON.parse(text) as Factors; // as it was sealed below
  };
  const load = async (userId: string): Promise<Factors> => open(await documents.get<FactorsDoc>(space, userId));

  /** `decide` returns the factors from now on, or null to leave them. Resolves to whether they changed. */
  const change = async (userId: string, decide: (factors: Factors) => Factors | null): Promise<boolean> => {
    let isChanged = false;
    await updateDocument<FactorsDoc, FactorsDoc | null>(documents, { space, id: userId }, (stored) => {
      const next = decide(open(stored));
      isChanged = next !== null;
      return next === null ? stored : { id: userId, userId, sealed: encryptText(key, userId, JSON.stringify(next)) };
    });
    return isChanged;
  };

  /** The step of a code that was not used yet; null for a wrong one. */
  const findStep = (secret: string, code: string): number | null => {
    const timestamp = clock().getTime();
    const delta = createTotp(secret).validate({ token: code, window: acceptedSteps, timestamp });
    return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta;
  };

  return {
    load,
    has: async (userId: string): Promise<boolean> => isProtected(await load(userId)),

    /** The secret of an app that is to be set up. */
    beginApp: async (userId: string, email: string): Promise<{ secret: string; uri: string }> => {
      const secret = new Secret({ size: secretBytes }).base32;
      await change(userId, (factors) => ({ ...factors, pending: secret }));
      return { secret, uri: createTotp(secret, email).toString() };
    },
    /** Whether the code is one of the app that is being set up: then it is a factor. */
    confirmApp: (userId: string, code: string): Promise<boolean> =>
      change(userId, (factors) => {
        const { pending } = factors;
        const step = pending === null ? null : findStep(pending, code);
        return pending === null || step === null
          ? null
          : { ...factors, app: { secret: pending, lastStep: step }, pending: null };
      }),
    removeApp: (userId: string): Promise<boolean> =>
      change(userId, (factors) => (factors.app === null ? null : dropUseless({ ...factors, app: null }))),

    /** Replaces all recovery codes. */
    issueRecoveryCodes: async (userId: string): Promise<string[]> => {
      const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
      await change(userId, (factors) => ({ ...factors, recoveryHashes: codes.map(hashCode) }));
      return codes;
    },

    /** Uses up a code of the app, or a recovery code; null for a wrong or used one. */
    useCode: async (userId: string, code: string): Promise<UsedCode | null> => {
      let used: UsedCode | null = null;
      await change(userId, (factors) => {
        used = null;
        const step = factors.app === null ? null : findStep(factors.app.secret, code);
        if (factors.app !== null && step !== null) {
          if (step <= factors.app.lastStep) return null;
          used = { kind: 'app' };
          return { ...factors, app: { ...factors.app, lastStep: step } };
        }
        const recoveryHashes = factors.recoveryHashes.filter((one) => one !== hashCode(code));
        if (!isProtected(factors) || recoveryHashes.length === factors.recoveryHashes.length) return null;
        used = { kind: 'recovery', left: recoveryHashes.length };
        return { ...factors, recoveryHashes };
      });
      return used;
    },

    putPasskey: (userId: string, passkey: Passkey): Promise<boolean> =>
      change(userId, (factors) => ({
        ...factors,
        passkeys: [...factors.passkeys.filter(({ id }) => id !== passkey.id), passkey],
      })),
    /** Whether a passkey is still there, and its counter did not go back: then it is used. */
    usePasskey: (userId: string, id: string, counter: number): Promise<boolean> =>
      change(userId, (factors) => {
        const passkey = factors.passkeys.find((one) => one.id === id);
        if (passkey === undefined || (counter <= passkey.counter && counter + passkey.counter > 0)) return null;
        const used = { ...passkey, counter, lastUsedAt: clock().toISOString() };
        return { ...factors, passkeys: factors.passkeys.map((one) => (one.id === id ? used : one)) };
      }),
    removePasskey: (userId: string, id: string): Promise<boolean> =>
      change(userId, (factors) => {
        const passkeys = factors.passkeys.filter((one) => one.id !== id);
        return passkeys.length === factors.passkeys.length ? null : dropUseless({ ...factors, passkeys });
      }),

    removeAll: (userId: string): Promise<void> => documents.remove(space, userId),
  };
}

/** Whether a sign-in needs more than the password. */
export function isProtected({ app, passkeys }: Pick<Factors, 'app' | 'passkeys'>): boolean {
  return app !== null || passkeys.length > 0;
}

/** Recovery codes are for an account with a factor. */
function dropUseless(factors: Factors): Factors {
  return isProtected(factors) ? factors : { ...factors, recoveryHashes: [] };
}

export function createTotp(secret: string, label?: string): TOTP {
  return new TOTP({ issuer, secret, period: stepSeconds, ...(label !== undefined && { label }) });
}

/** 50 random bits, in two groups: 'k7m2q-x9w4p'. */
function createRecoveryCode(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'; // 32 characters, without those that look alike
  const letters = Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Without its spaces and signs. A fast hash will do, as the codes are random. */
function hashCode(code: string): string {
  return hash('sha256', code.toLowerCase().replace(/[^a-z0-9]/g, ''), 'base64url');
}
