import {
  type AdminUserView,
  adminUserView,
  type MembershipStatus as Status,
  userPaths,
} from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useAction } from '#web/lib/hooks/action.ts';
import { sendFor } from '#web/lib/api/api.ts';
import { classes } from '#web/lib/classes.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { useUserChanged } from './use-user-changed.ts';

type MembershipStatusProps = { user: AdminUserView; mayChange: boolean };

/** Says whether the membership is active; a full admin turns it by a click. */
export function MembershipStatus({ user, mayChange }: MembershipStatusProps) {
  return mayChange ? <StatusToggle user={user} /> : <StatusText status={user.membershipStatus} />;
}

function StatusToggle({ user }: { user: AdminUserView }) {
  const change = useChangeMembership(user.id);
  const next: Status = user.membershipStatus === 'active' ? 'unconfirmed' : 'active';
  return (
    <Button
      variant="quiet"
      size="small"
      title={`Click to set ${next}`}
      pending={change.pending && 'Updating…'}
      onClick={() => change.start(next)}
      className="-ml-2 px-2"
    >
      <StatusText status={user.membershipStatus} />
    </Button>
  );
}

function StatusText({ status }: { status: Status }) {
  const active = status === 'active';
  return (
    <span className="inline-flex items-center gap-2 font-medium text-text">
      <span aria-hidden="true" className={classes('size-2 rounded-full', active ? 'bg-positive' : 'bg-control')} />
      {active ? 'Active' : 'Unconfirmed'}
    </span>
  );
}

function useChangeMembership(userId: string) {
  const changed = useUserChanged();
  return useAction({
    send: (status: Status) => sendFor(adminUserView, 'PATCH', userPaths.membership(userId), { status }),
    done: (user) => {
      toast({ title: 'Membership status updated successfully' });
      return changed(user);
    },
    failure: 'Update failed',
  });
}
