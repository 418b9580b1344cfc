import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { leave } from './queries.ts';

/** On a phone the account menu has it. */
export function LogoutButton() {
  const logout = useUserAction(leave, { errorTitle: 'Logout failed' });
  return (
    <Button
      variant="quiet"
      size="small"
      className="-mr-3.5 max-sm:hidden"
      pending={logout.pending && 'Logging out…'}
      onClick={() => logout.start()}
    >
      Logout
    </Button>
  );
}
