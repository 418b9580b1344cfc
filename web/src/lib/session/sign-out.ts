import type { QueryClient } from '@tanstack/react-query';
import type { DeleteAccountRequest } from '#domain/account-data.contract.ts';
import { accountEndpoints } from '#domain/user/contract.ts';
import { call } from '../api/api.ts';
import { removeDrafts } from './drafts.ts';
import { userQuery } from './session.ts';
import { recordSessionEnd } from './session-end.ts';
import { setSignedInFlag } from './signed-in-flag.ts';
import { keepTemporaryPassword } from './temporary-password.ts';
import { notifyOtherWindows } from './session-broadcast.ts';

/** Signs out. No 'session ended' message follows: the user left on purpose. */
export function signOut(): Promise<void> {
  return endSession(() => call(accountEndpoints.signOut));
}

/** Deletes the account, which ends its sessions. */
export function deleteAccount(body: DeleteAccountRequest): Promise<void> {
  return endSession(async () => {
    const { accountDataEndpoints } = await import('#domain/account-data.contract.ts');
    await call(accountDataEndpoints.deleteAccount, { body });
    recordSessionEnd('deletion');
  });
}

async function endSession(work: () => Promise<unknown>): Promise<void> {
  recordSessionEnd('sign-out');
  setSignedInFlag(false);
  try {
    await work();
    removeDrafts();
  } catch (error) {
    recordSessionEnd(null);
    setSignedInFlag(true);
    throw error;
  }
}

/** Shows in all windows of this browser that no user is signed in any more. */
export function clearSession(queryClient: QueryClient): void {
  keepTemporaryPassword(null);
  queryClient.setQueryData(userQuery.queryKey, null);
  notifyOtherWindows();
  // Loaded with zod, which the sign-in page opens without.
  import('../push/push.ts')
    .then(({ unsubscribePush }) => unsubscribePush())
    .catch((error: unknown) => console.warn('This device is still subscribed to alerts.', error));
}
