import type { Request } from 'express';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { maxPasskeys } from '#domain/sign-in/second-factor.contract.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { createCeremonyStore, type Purpose } from './ceremony-store.ts';
import type { Passkey } from './factors.ts';
import type { SecondFactors } from './second-factors.ts';

const siteName = 'Off-Market Scout';
const loadLibrary = () => import('@simplewebauthn/server');

type CeremonyAnswer = { ceremonyId: string; answer: unknown };
type CeremonyDeps = {
  documents: Documents;
  clock: Clock;
  config: Pick<Config, 'publicUrl'>;
  secondFactors: Pick<SecondFactors, 'load' | 'usePasskey'>;
};
export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>;

/** Registers and verifies passkeys (WebAuthn). The library is loaded for the first of them. */
export function createPasskeyCeremonies(deps: CeremonyDeps) {
  const store = createCeremonyStore(deps);
  const siteOf = (request: Request) => {
    const origin = deps.config.publicUrl ?? `${request.protocol}://${request.get('host') ?? ''}`;
    return { origin, rpID: new URL(origin).hostname };
  };

  return {
    ...createRegistration(deps, store, siteOf),

    beginUse: async (request: Request, purpose: Exclude<Purpose, 'add'>, userId: string | null) => {
      const { generateAuthenticationOptions } = await loadLibrary();
      const known = userId === null ? [] : (await deps.secondFactors.load(userId)).passkeys;
      const options = await generateAuthenticationOptions({
        rpID: siteOf(request).rpID,
        // Alone it stands for the password too.
        userVerification: userId === null ? 'required' : 'preferred',
        allowCredentials: known.map(toDescriptor),
      });
      return store.begin({ purpose, userId }, options);
    },

    /** The user whose passkey it is, which is used; null where it does not verify. */
    use: async (
      request: Request,
      purpose: Exclude<Purpose, 'add'>,
      { ceremonyId, answer }: CeremonyAnswer,
    ): Promise<string | null> => {
      const ceremony = await store.take(ceremonyId, purpose);
      const response = answer as AuthenticationResponseJSON; // the library checks it
      const userId = ceremony?.userId ?? readUserHandle(response);
      if (ceremony === null || userId === null) return null;
      const passkey = (await deps.secondFactors.load(userId)).passkeys.find(({ id }) => id === response.id);
      if (passkey === undefined) return null;
      const expected = { challenge: ceremony.challenge, isVerified: ceremony.userId === null, ...siteOf(request) };
      const counter = await verifyUse(response, passkey, expected);
      const isUsed = counter !== null && (await deps.secondFactors.usePasskey(userId, passkey.id, counter));
      return isUsed ? userId : null;
    },
  };
}

type Store = ReturnType<typeof createCeremonyStore>;
type Site = { origin: string; rpID: string };

function createRegistration({ secondFactors, clock }: CeremonyDeps, store: Store, siteOf: (request: Request) => Site) {
  return {
    /** Throws HttpError 409 for an account with the most passkeys. */
    beginAdding: async (request: Request, { id: userId, email }: { id: string; email: string }) => {
      const { generateRegistrationOptions } = await loadLibrary();
      const { passkeys } = await secondFactors.load(userId);
      if (passkeys.length >= maxPasskeys)
        throw new HttpError(409, `An account can have at most ${maxPasskeys} passkeys`);
      const options = await generateRegistrationOptions({
        rpName: siteName,
        rpID: siteOf(request).rpID,
        userID: new Uint8Array(Buffer.from(userId)),
        userName: email,
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        excludeCredentials: passkeys.map(toDescriptor),
      });
      return store.begin({ purpose: 'add', userId }, options);
    },

    /** Throws HttpError 400 for an answer that does not verify. */
    readAdded: async (
      request: Request,
      userId: string,
      { ceremonyId, answer, name }: CeremonyAnswer & { name: string },
    ): Promise<Passkey> => {
      const { verifyRegistrationResponse } = await loadLibrary();
      const ceremony = await store.take(ceremonyId, 'add');
      if (ceremony?.userId !== userId) throw createUnverifiedError();
      const { origin, rpID } = siteOf(request);
      const verified = await verifyRegistrationResponse({
        response: answer as RegistrationResponseJSON, // the library checks it
        expectedChallenge: ceremony.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: false,
      }).catch(() => null);
      if (!verified?.verified) throw createUnverifiedError();
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
      const key = Buffer.from(publicKey).toString('base64url');
      return { id, publicKey: key, counter, transports, name, createdAt: clock().toISOString(), lastUsedAt: null };
    },
  };
}

type Expected = Site & { challenge: string; isVerified: boolean };

/** The new counter of the passkey; null where the answer does not verify. */
async function verifyUse(
  response: AuthenticationResponseJSON,
  { id, publicKey, counter }: Passkey,
  { challenge, origin, rpID, isVerified }: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: isVerified,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

export function createUnverifiedError(status = 400): HttpError {
  return new HttpError(status, 'The passkey could not be verified. Please try again.');
}

/** The user's id, as the authenticator stored it. */
function readUserHandle(answer: { response?: { userHandle?: unknown } }): string | null {
  const handle = answer.response?.userHandle;
  return typeof handle === 'string' && handle !== '' ? Buffer.from(handle, 'base64url').toString() : null;
}

function toDescriptor({ id, transports }: Passkey): { id: string; transports: AuthenticatorTransport[] } {
  return { id, transports: transports as AuthenticatorTransport[] }; // as the library returned them
}
