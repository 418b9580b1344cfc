import { hash, randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { recoveryCodeCount } from '#domain/sign-in/second-factor.contract.ts';

const issuer = 'Off-Market Scout';
const stepSeconds = 30;
/** Before and after the present one: clocks differ. */
const acceptedSteps = 1;

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
export type UsedCode = { kind: 'app' } | { kind: 'recovery'; left: number };

export const noFactors: Factors = { app: null, pending: null, recoveryHashes: [], passkeys: [] };

// Each change returns the factors from now on, or null where it changes nothing. Times are in ms since 1970.

/** The app that is being set up becomes a factor with its first code. */
export function confirmApp(factors: Factors, code: string, now: number): Factors | null {
  const { pending } = factors;
  const step = pending === null ? null : findStep(pending, code, now);
  if (pending === null || step === null) return null;
  return { ...factors, app: { secret: pending, lastStep: step }, pending: null };
}

export function removeApp(factors: Factors): Factors | null {
  return factors.app === null ? null : dropUseless({ ...factors, app: null });
}

/** Uses up a code of the app, or else a recovery code. */
export function useCode(factors: Factors, code: string, now: number): { next: Factors; used: UsedCode } | null {
  const { app } = factors;
  const step = app === null ? null : findStep(app.secret, code, now);
  if (app === null || step === null) return useRecoveryCode(factors, code);
  return step <= app.lastStep ? null : { next: { ...factors, app: { ...app, lastStep: step } }, used: { kind: 'app' } };
}

function useRecoveryCode(factors: Factors, code: string): { next: Factors; used: UsedCode } | null {
  const recoveryHashes = factors.recoveryHashes.filter((one) => one !== hashCode(code));
  if (!isProtected(factors) || recoveryHashes.length === factors.recoveryHashes.length) return null;
  return { next: { ...factors, recoveryHashes }, used: { kind: 'recovery', left: recoveryHashes.length } };
}

export function putPasskey(factors: Factors, passkey: Passkey): Factors {
  return { ...factors, passkeys: [...factors.passkeys.filter(({ id }) => id !== passkey.id), passkey] };
}

/** A counter that goes back, or stays, is that of a copy. Many passkeys count nothing: theirs is always 0. */
export function usePasskey(factors: Factors, used: { id: string; counter: number; at: string }): Factors | null {
  const { id, counter, at } = used;
  const passkey = factors.passkeys.find((one) => one.id === id);
  if (passkey === undefined || (counter <= passkey.counter && counter + passkey.counter > 0)) return null;
  const next = { ...passkey, counter, lastUsedAt: at };
  return { ...factors, passkeys: factors.passkeys.map((one) => (one.id === id ? next : one)) };
}

export function removePasskey(factors: Factors, id: string): Factors | null {
  const passkeys = factors.passkeys.filter((one) => one.id !== id);
  return passkeys.length === factors.passkeys.length ? null : dropUseless({ ...factors, passkeys });
}

/** Whether a sign-in needs more than the password. */
export function isProtected({ app, passkeys }: Pick<Factors, 'app' | 'passkeys'>): boolean {
  return app !== null || passkeys.length > 0;
}

/** Recovery codes are for an account with a factor. */
function dropUseless(factors: Factors): Factors {
  return isProtected(factors) ? factors : { ...factors, recoveryHashes: [] };
}

/** As RFC 6238 says, with SHA-1 and 6 digits, which all apps know. */
export function createTotp(secret: string, label?: string): TOTP {
  return new TOTP({ issuer, secret, period: stepSeconds, ...(label !== undefined && { label }) });
}

/** The time step of a code; null for a wrong one. */
function findStep(secret: string, code: string, now: number): number | null {
  const delta = createTotp(secret).validate({ token: code, window: acceptedSteps, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / stepSeconds) + delta;
}

export const createRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, createRecoveryCode);

/** 50 random bits, in two groups: 'k7m2q-x9w4p'. */
function createRecoveryCode(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'; // 32 characters, without those that look alike
  const letters = Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Without its spaces and signs. A fast hash will do, as the codes are random. */
export function hashCode(code: string): string {
  return hash('sha256', code.toLowerCase().replace(/[^a-z0-9]/g, ''), 'base64url');
}
