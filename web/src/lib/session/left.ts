import type { QueryClient } from '@tanstack/react-query';
import { dropPush } from '../push/push.ts';
import { userQuery } from './session.ts';
import { tellOtherWindows } from './windows.ts';

/** Shows in all windows of this browser that nobody is signed in any more. */
export function showLeft(queryClient: QueryClient): void {
  queryClient.setQueryData(userQuery.queryKey, null);
  tellOtherWindows();
  dropPush().catch((error: unknown) => console.warn('This device is still subscribed to alerts.', error));
}
