import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { clearSession } from '#web/lib/session/sign-out.ts';
import { signOut } from '#web/lib/session/session.ts';

export function LogoutButton() {
  const queryClient = useQueryClient();
  const logout = useUserAction({
    send: signOut,
    onSuccess: () => clearSession(queryClient),
    errorTitle: 'Logout failed',
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
