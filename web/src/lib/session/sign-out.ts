import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from './session.ts';
import { keepTemporaryPassword } from './temporary-password.ts';
import { notifyOtherWindows } from './session-broadcast.ts';

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
