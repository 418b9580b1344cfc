import { adminUserView, userPaths } from '#domain/user/contract.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { sendAndParse } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { useUpdateCachedUser } from './use-update-cached-user.ts';

/** Clears a request for a higher limit without granting it. */
export function useClearRequest(userId: string) {
  const updateCachedUser = useUpdateCachedUser();
  return useUserAction({
    send: () => sendAndParse(adminUserView, 'PATCH', userPaths.higherLimit(userId)),
    onSuccess: (user) => {
      toast({ title: 'Higher limit request cleared successfully' });
      return updateCachedUser(user);
    },
    errorTitle: 'Failed to clear request',
  });
}
