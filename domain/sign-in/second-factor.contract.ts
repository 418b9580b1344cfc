import * as z from 'zod';
import { userView, userViews } from '#domain/user/contract.ts';
import { cleanForeignText } from '#domain/shared/foreign-text.contract.ts';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';

/** In ms: how long a proof of identity is good for what harms. */
export const proofLifetimeMs = 10 * 60_000;
export const recoveryCodeCount = 10;
export const maxPasskeys = 10;
/** The header of a refusal that a fresh proof would lift. */
export const proofHeader = 'X-Reauthenticate';

const codeError = 'Enter the 6 digits of your authenticator app, or a recovery code';
const code = z.string(codeError).trim().min(6, codeError).max(40, codeError);
/** What the browser answers a ceremony of WebAuthn with; it is verified by the library. */
const browserAnswer = z.looseObject({
  id: z.string().max(2000),
  type: z.literal('public-key', "type must be 'public-key'"),
});
/** What the browser is asked: the options of WebAuthn in JSON. */
const browserOptions = z.looseObject({ challenge: z.string() });
const ceremony = z.object({ ceremonyId: z.string(), options: browserOptions });

const passkeyNameError = 'A passkey needs a name of 1 to 60 characters';
const passkeyName = z
  .string(passkeyNameError)
  .overwrite(cleanForeignText)
  .trim()
  .min(1, passkeyNameError)
  .max(60, passkeyNameError);

const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

/** How the user's account is protected. Times are ISO 8601. */
export const securityView = z.object({
  /** Whether an authenticator app is set up. */
  hasApp: z.boolean(),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(passkeyView),
  /** Whether this user must have a second factor to open the pages of admins. */
  isRequired: z.boolean(),
});
export type SecurityView = z.infer<typeof securityView>;

/** Shown once: `uri` and `qr` (a picture in SVG) are for the authenticator app, `secret` to type. */
export const appSetup = z.object({ secret: z.string(), uri: z.string(), qr: z.string() });
export type AppSetup = z.infer<typeof appSetup>;
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const own = { access: 'signed-in' } as const;
const ownChange = { ...own, needsProof: true, waitsFor: userViews } as const;
const signInStep = { method: 'post', access: 'anyone', errors: [401, 429] } as const;

export const securityEndpoints = defineEndpoints('Security', {
  getSecurity: { ...own, method: 'get', path: '/api/security', response: securityView },

  /** Begins to set up an authenticator app; nothing changes until the first code is sent. */
  beginApp: { ...own, needsProof: true, method: 'post', path: '/api/security/app', response: appSetup, errors: [409] },
  /** The first code. Answers with new recovery codes where the account had none. */
  confirmApp: {
    ...ownChange,
    method: 'post',
    path: '/api/security/app/confirm',
    body: z.object({ code }),
    response: recoveryCodes,
    errors: [409, 429],
  },
  removeApp: { ...ownChange, method: 'delete', path: '/api/security/app', status: 204 },
  /** The codes before stop working. */
  renewRecoveryCodes: {
    ...ownChange,
    method: 'post',
    path: '/api/security/recovery-codes',
    response: recoveryCodes,
    errors: [409],
  },

  beginPasskey: {
    ...own,
    needsProof: true,
    method: 'post',
    path: '/api/security/passkeys/options',
    response: ceremony,
    errors: [409],
  },
  /** Answers with new recovery codes where the account had none. */
  addPasskey: {
    ...ownChange,
    method: 'post',
    path: '/api/security/passkeys',
    status: 201,
    body: z.object({ ceremonyId: z.string(), name: passkeyName, answer: browserAnswer }),
    response: recoveryCodes,
    errors: [409],
  },
  removePasskey: { ...ownChange, method: 'delete', path: '/api/security/passkeys/:id', status: 204, errors: [404] },

  /** The second step of a sign-in by a code, or a recovery code. */
  signInByCode: {
    ...signInStep,
    path: '/api/login/code',
    body: z.object({ token: z.string(), code }),
    response: userView,
    waitsFor: userViews,
  },
  /** With the token of the first step, or without one to sign in by a passkey alone. */
  beginPasskeySignIn: {
    ...signInStep,
    path: '/api/login/passkey/options',
    body: z.object({ token: z.string().optional() }),
    response: ceremony,
  },
  signInByPasskey: {
    ...signInStep,
    path: '/api/login/passkey',
    body: z.object({ ceremonyId: z.string(), answer: browserAnswer }),
    response: userView,
    waitsFor: userViews,
  },

  /** Succeeds while the last proof is fresh. */
  checkProof: { ...own, needsProof: true, method: 'get', path: '/api/proof', status: 204 },
  /** A fresh proof, by a code or a passkey, or by the password where the account has no second factor. */
  prove: {
    ...own,
    method: 'post',
    path: '/api/proof',
    status: 204,
    body: z.union(
      [
        z.object({ password: z.string().min(1).max(1000) }).strict(),
        z.object({ code }).strict(),
        z.object({ ceremonyId: z.string(), answer: browserAnswer }).strict(),
      ],
      'A password, a code, or the answer of a passkey is needed',
    ),
    errors: [429],
  },
  beginPasskeyProof: { ...own, method: 'post', path: '/api/proof/options', response: ceremony, errors: [409] },

  /** Another user's, by a full admin: they then sign in by their password alone. */
  resetSecondFactor: {
    access: 'full-admin',
    needsProof: true,
    method: 'delete',
    path: '/api/admin/users/:id/second-factor',
    status: 204,
    errors: [404, 409],
    waitsFor: userViews,
  },
});
