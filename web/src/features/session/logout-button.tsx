import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#web/components/ui/button.tsx';
import { useAction } from '#web/lib/hooks/action.ts';
import { showLeft } from '#web/lib/session/left.ts';
import { leave } from '#web/lib/session/session.ts';

export function LogoutButton() {
  const queryClient = useQueryClient();
  const logout = useAction({
    send: leave,
    done: () => showLeft(queryClient),
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
