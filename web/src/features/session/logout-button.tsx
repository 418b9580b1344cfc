import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#web/components/ui/button.tsx';
import { useAction } from '#web/lib/action.ts';
import { dropPush } from '#web/lib/push.ts';
import { leave, userQuery } from '#web/lib/session.ts';
import { tellOtherWindows } from '#web/lib/windows.ts';

export function LogoutButton() {
  const queryClient = useQueryClient();
  const logout = useAction({
    send: leave,
    done: () => {
      queryClient.setQueryData(userQuery.queryKey, null);
      tellOtherWindows();
      dropPush().catch((error: unknown) => console.warn('This device is still subscribed to alerts.', error));
    },
    failure: 'Logout failed',
  });
  return (
    <Button
      variant="quiet"
      size="small"
      className="-mr-3.5"
      pending={logout.pending && 'Logging out…'}
      onClick={() => logout.start(undefined)}
    >
      Logout
    </Button>
  );
}
