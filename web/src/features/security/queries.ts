import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AppSetup, securityEndpoints, type SecurityView } from '#domain/sign-in/second-factor.contract.ts';
import { sessionEndpoints } from '#domain/sign-in/sessions.contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { importCode } from '#web/lib/lazy-page.ts';

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call(securityEndpoints.getSecurity, { signal }),
  // Another window may have changed it.
  refetchOnMount: 'always',
});
const readSecurity = (queryClient: QueryClient) => queryClient.invalidateQueries(securityQuery);

/** Whether a sign-in needs more than the password. */
export function hasSecondFactor({ hasApp, passkeys }: SecurityView): boolean {
  return hasApp || passkeys.length > 0;
}

const loadPasskeys = () => importCode(() => import('#web/lib/browser/passkeys.ts'));
type RecoveryCodes = { recoveryCodes: string[] };

export const beginApp: Mutation<void, AppSetup> = { send: () => call(securityEndpoints.beginApp) };

export const confirmOwnApp: Mutation<string, RecoveryCodes> = {
  send: (code) => call(securityEndpoints.confirmApp, { body: { code } }),
  update: readSecurity,
};

export const removeOwnApp: Mutation<void, undefined> = {
  send: () => call(securityEndpoints.removeApp),
  update: readSecurity,
};

export const renewRecoveryCodes: Mutation<void, RecoveryCodes> = {
  send: () => call(securityEndpoints.renewRecoveryCodes),
  update: readSecurity,
};

/** Asks the browser for a passkey, and adds it by this name. */
export const addPasskey: Mutation<string, RecoveryCodes> = {
  send: async (name) => {
    const { createPasskey } = await loadPasskeys();
    const answer = await createPasskey(await call(securityEndpoints.beginPasskey));
    return call(securityEndpoints.addPasskey, { body: { ...answer, name } });
  },
  update: readSecurity,
};

export const removeOwnPasskey = (id: string): Mutation<void, undefined> => ({
  send: () => call(securityEndpoints.removePasskey, { params: { id } }),
  update: readSecurity,
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(sessionEndpoints.listSessions, { signal }),
  // Another device may have signed in.
  refetchOnMount: 'always',
});
const readSessions = (queryClient: QueryClient) => queryClient.invalidateQueries(sessionsQuery);

export const endSession = (id: string): Mutation<void, undefined> => ({
  send: () => call(sessionEndpoints.endSession, { params: { id } }),
  update: readSessions,
  recover: readSessions,
});

export const endOtherSessions: Mutation<void, undefined> = {
  send: () => call(sessionEndpoints.endOtherSessions),
  update: readSessions,
};

/** Resolves once the last proof of identity is fresh. */
export const checkProof: Mutation<void, undefined> = { send: () => call(securityEndpoints.checkProof) };

/** A fresh proof of identity. */
export const prove: Mutation<{ password: string } | { code: string }, undefined> = {
  send: (body) => call(securityEndpoints.prove, { body }),
};

export const proveByPasskey: Mutation<void, undefined> = {
  send: async () => {
    const { askForPasskey } = await loadPasskeys();
    const answer = await askForPasskey(await call(securityEndpoints.beginPasskeyProof));
    return call(securityEndpoints.prove, { body: answer });
  },
};
