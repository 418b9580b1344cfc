import { adminUserView, userPaths } from '#domain/user/contract.ts';
import { useAction } from '#web/lib/hooks/action.ts';
import { sendFor } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { useUserChanged } from './use-user-changed.ts';

/** Clears a request for a higher limit without granting it. */
export function useClearRequest(userId: string) {
  const changed = useUserChanged();
  return useAction({
    send: () => sendFor(adminUserView, 'PATCH', userPaths.higherLimit(userId)),
    done: (user) => {
      toast({ title: 'Higher limit request cleared successfully' });
      return changed(user);
    },
    failure: 'Failed to clear request',
  });
}
