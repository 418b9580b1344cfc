import type { AdminUserView, MembershipStatus as Status } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { changeMembership } from '../queries.ts';

type MembershipStatusCellProps = { user: AdminUserView; mayChange: boolean };

/** Shows whether the membership is active; a full admin toggles it by a click. */
export function MembershipStatusCell({ user, mayChange }: MembershipStatusCellProps) {
  return mayChange ? <StatusToggle user={user} /> : <StatusText status={user.membershipStatus} />;
}

function StatusToggle({ user }: { user: AdminUserView }) {
  const change = useUserAction(changeMembership(user.id), {
    onSuccess: () => toast({ title: 'Membership status updated successfully' }),
    errorTitle: 'Update failed',
  });
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
      <span aria-hidden="true" className={joinClasses('size-2 rounded-full', active ? 'bg-positive' : 'bg-control')} />
      {active ? 'Active' : 'Unconfirmed'}
    </span>
  );
}
