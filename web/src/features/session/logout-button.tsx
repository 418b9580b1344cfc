import { useQueryClient } from '@tanstack/react-query';
import { userPaths } from '#domain/user/plain.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useAction } from '#web/lib/action.ts';
import { send } from '#web/lib/api.ts';
import { userQuery } from '#web/lib/session.ts';

export function LogoutButton() {
  const queryClient = useQueryClient();
  const logout = useAction({
    send: () => send('POST', userPaths.logout),
    done: () => queryClient.setQueryData(userQuery.queryKey, null),
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
