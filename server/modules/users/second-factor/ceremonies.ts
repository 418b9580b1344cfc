import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { maxPasskeys } from '#domain/sign-in/second-factor.contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { Passkey, SecondFactors } from './factors.ts';

const space = documentSpaces.passkeyCeremonies;
const lifetimeMs = 5 * 60_000;
const siteName = 'Off-Market Scout';

type Purpose = 'add' | 'sign-in' | 'prove';
/** One exchange with an authenticator; `userId` is null for a sign-in by a passkey alone. It is used once. */
type Ceremony = { id: string; purpose: Purpose; challenge: string; userId: string | null; expires: number };
type CeremonyAnswer = { ceremonyId: string; answer: unknown };

type CeremonyDeps = {
  documents: Documents;
  clock: Clock;
  config: Pick<Config, 'publicUrl'>;
  secondFactors: SecondFactors;
};
export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>;

/** Registers and verifies passkeys (WebAuthn). The library is loaded for the first of them. */
export function createPasskeyCeremonies({ documents, clock, config, secondFactors }: CeremonyDeps) {
  const load = () => import('@simplewebauthn/server');
  const siteOf = (request: Request) => {
    const origin = config.publicUrl ?? `${request.protocol}://${request.get('host') ?? ''}`;
    return { origin, rpID: new URL(origin).hostname };
  };
  const begin = async ({ purpose, userId }: Pick<Ceremony, 'purpose' | 'userId'>, options: { challenge: string }) => {
    const expires = clock().getTime() + lifetimeMs;
    const { challenge } = options;
    const ceremony: Ceremony = { id: randomUUID(), purpose, challenge, userId, expires };
    await documents.put(space, ceremony, Date.now() + lifetimeMs);
    return { ceremonyId: ceremony.id, options: { ...options, challenge } };
  };
  /** Null for one that has expired, was used, or was begun for something else. */
  const take = async (ceremonyId: string, purpose: Purpose): Promise<Ceremony | null> => {
    const found = await documents.get<Ceremony>(space, ceremonyId);
    if (found === null || found.purpose !== purpose || found.expires < clock().getTime()) return null;
    return (await documents.compareAndSet(space, found, null)) ? found : null;
  };

  const beginUse = async (request: Request, purpose: 'sign-in' | 'prove', userId: string | null) => {
    const { generateAuthenticationOptions } = await load();
    const known = userId === null ? [] : (await secondFactors.load(userId)).passkeys;
    const options = await generateAuthenticationOptions({
      rpID: siteOf(request).rpID,
      // Alone it stands for the password too.
      userVerification: userId === null ? 'required' : 'preferred',
      allowCredentials: known.map(({ id, transports }) => ({ id, transports: toTransports(transports) })),
    });
    return begin({ purpose, userId }, options);
  };

  return {
    beginAdding: async (request: Request, { id: userId, email }: { id: string; email: string }) => {
      const { generateRegistrationOptions } = await load();
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
        excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports: toTransports(transports) })),
      });
      return begin({ purpose: 'add', userId }, options);
    },

    /** Throws HttpError 400 for an answer that does not verify. */
    readAdded: async (
      request: Request,
      userId: string,
      { ceremonyId, answer, name }: CeremonyAnswer & { name: string },
    ): Promise<Passkey> => {
      const { verifyRegistrationResponse } = await load();
      const ceremony = await take(ceremonyId, 'add');
      if (ceremony?.userId !== userId) throw createExpiredError();
      const { origin, rpID } = siteOf(request);
      const verified = await verifyRegistrationResponse({
        response: answer as RegistrationResponseJSON, // the library checks it
        expectedChallenge: ceremony.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: false,
      }).catch(() => null);
      if (!verified?.verified) throw createExpiredError();
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
      const key = Buffer.from(publicKey).toString('base64url');
      return { id, publicKey: key, counter, transports, name, createdAt: clock().toISOString(), lastUsedAt: null };
    },

    beginUse,

    /** The user whose passkey it is, which is used; null where it does not verify. */
    use: async (
      request: Request,
      purpose: 'sign-in' | 'prove',
      { ceremonyId, answer }: CeremonyAnswer,
    ): Promise<string | null> => {
      const { verifyAuthenticationResponse } = await load();
      const ceremony = await take(ceremonyId, purpose);
      const response = answer as AuthenticationResponseJSON; // the library checks it
      const userId = ceremony?.userId ?? readUserHandle(response);
      if (ceremony === null || userId === null) return null;
      const passkey = (await secondFactors.load(userId)).passkeys.find(({ id }) => id === response.id);
      if (passkey === undefined) return null;
      const { origin, rpID } = siteOf(request);
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge: ceremony.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: ceremony.userId === null,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
      }).catch(() => null);
      if (!verified?.verified) return null;
      const isUsed = await secondFactors.usePasskey(userId, passkey.id, verified.authenticationInfo.newCounter);
      return isUsed ? userId : null;
    },
  };
}

function createExpiredError(): HttpError {
  return new HttpError(400, 'The passkey could not be verified. Please try again.');
}

/** The user's id, as the authenticator stored it. */
function readUserHandle({ response }: AuthenticationResponseJSON): string | null {
  const handle: unknown = response?.userHandle;
  return typeof handle === 'string' && handle !== '' ? Buffer.from(handle, 'base64url').toString() : null;
}

function toTransports(transports: string[]): AuthenticatorTransport[] {
  return transports as AuthenticatorTransport[]; // as the library returned them
}
