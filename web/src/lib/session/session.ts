import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { UserView } from '#domain/user/contract.ts';
import type { DeleteAccountRequest } from '#domain/account-data/contract.ts';
import { userPaths } from '#domain/user/paths.contract.ts';
import { ApiError, getText, send, parseAnswer } from '../api/api.ts';
import { setSignedInFlag } from './signed-in-flag.ts';

export type SignInCredentials = { email: string; password: string };

/** The person signed in, or null; a 401 means signed out, no error. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<UserView | null> => {
    if (isMarkedSignedOut()) return null;
    try {
      return await parseUser(await getText(userPaths.me, signal));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** Whether the page came, this once, with word that its browser has no session: then nobody need be asked for. */
function isMarkedSignedOut(): boolean {
  const sessionMeta = document.querySelector('meta[name="session"]');
  sessionMeta?.remove();
  return sessionMeta !== null;
}

let isSigningOut = false;

/** Signs in or registers; resolves with the person who is now signed in. */
export async function signIn(
  path: typeof userPaths.login | typeof userPaths.register,
  credentials: SignInCredentials,
): Promise<UserView> {
  const user = await parseUser(await send('POST', path, credentials));
  isSigningOut = false;
  return user;
}

/** Signs out. Nobody is told then of a session that has ended: this one was left. */
export function signOut(): Promise<void> {
  return endSession(() => send('POST', userPaths.logout));
}

/** Deletes the account, which ends its sessions. */
export function deleteAccount(confirmation: DeleteAccountRequest): Promise<void> {
  return endSession(() => send('DELETE', userPaths.profile, confirmation));
}

async function endSession(work: () => Promise<unknown>): Promise<void> {
  isSigningOut = true;
  setSignedInFlag(false);
  try {
    await work();
  } catch (error) {
    isSigningOut = false;
    setSignedInFlag(true);
    throw error;
  }
}

/** Whether it was this window that signed out, or is about to: the live connection may know before the answer is here. */
export function didSignOut(): boolean {
  return isSigningOut;
}

/** Drops what was read for the last person, once nobody is signed in. */
export function clearCacheExceptUser(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] });
}

/**
 * Asks again who is signed in. Where it is another person by now (from another window), nothing of the last one stays.
 * An answer that is under way may be from before whatever happened, so it is not waited for.
 */
export async function recheckUser(queryClient: QueryClient): Promise<UserView | null> {
  await queryClient.cancelQueries({ queryKey: userQuery.queryKey });
  const before = queryClient.getQueryData(userQuery.queryKey);
  const user = await queryClient.query({ ...userQuery, staleTime: 0 });
  if (user && before && user.id !== before.id) {
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] });
  }
  return user;
}

/** The contract, and zod with it, comes when there is a user to read: the sign-in page opens without. */
async function parseUser(text: string): Promise<UserView> {
  const { userView } = await import('#domain/user/contract.ts');
  return parseAnswer(userView, text);
}
