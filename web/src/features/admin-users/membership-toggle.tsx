import type { AdminUserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { MembershipStatusText } from '#web/features/user-table/index.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { changeMembership, type MembershipUpdate } from './queries.ts';

/** Shows whether the membership is active, and toggles it by a click. */
export function MembershipToggle({ user }: { user: AdminUserView }) {
  const undo = useUserAction(changeMembership(user.id), {
    onSuccess: () => toast({ title: 'Membership status restored' }),
    errorTitle: 'Update failed',
  });
  const change = useUserAction(changeMembership(user.id), {
    onSuccess: () =>
      toast({
        title: 'Membership status updated successfully',
        description: user.email,
        action: { label: 'Undo', start: () => undo.start(reverse(user)) },
      }),
    errorTitle: 'Update failed',
  });
  const next = user.membershipStatus === 'active' ? 'unconfirmed' : 'active';
  return (
    <Button
      variant="quiet"
      size="small"
      title={`Click to set ${next}`}
      pending={(change.pending || undo.pending) && 'Updating…'}
      onClick={() => change.start({ status: next })}
      className="-ml-2 px-2"
    >
      <MembershipStatusText status={user.membershipStatus} />
    </Button>
  );
}

/** What puts the membership back to what it was for this user. */
function reverse({ membershipStatus: status, memberSince }: AdminUserView): MembershipUpdate {
  return status === 'unconfirmed' && memberSince === null ? { status, memberSince } : { status };
}
