import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { UserView } from '#domain/user/contract.ts';
import { currentUserRequest } from '#domain/shared/early-requests.contract.ts';
import { ApiError, callText, parseAnswer } from '../api/api.ts';
import { importCode } from '../lazy-page.ts';

/** The signed-in user, or null; a 401 means signed out, not an error. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<UserView | null> => {
    if (isMarkedSignedOut()) return null;
    try {
      return await parseUser(await callText(currentUserRequest, { signal }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** Whether the page was served, this once, with the hint that the browser has no session: then no request is needed. */
function isMarkedSignedOut(): boolean {
  const sessionMeta = document.querySelector('meta[name="session"]');
  sessionMeta?.remove();
  return sessionMeta !== null;
}

/** Shows a change of the signed-in user. */
export function showOwnUser(queryClient: QueryClient, user: UserView): void {
  queryClient.setQueryData(userQuery.queryKey, user);
}

/** Clears the data of the last user once no user is signed in. */
export function clearCacheExceptUser(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] });
}

/**
 * Refetches the current user. If it is another user by now (from another window), all data of the last one is cleared.
 * A request under way may be stale, so it is not awaited.
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

async function parseUser(text: string): Promise<UserView> {
  const { userView } = await loadSessionCode();
  return parseAnswer(userView, text);
}

/** The contract of users, with zod, and the sign-in: the sign-in page opens without. */
export async function loadSessionCode() {
  const load = () => Promise.all([import('#domain/user/contract.ts'), import('./sign-in.ts')]);
  const [contract, { signIn }] = await importCode(load);
  return { ...contract, signIn };
}
