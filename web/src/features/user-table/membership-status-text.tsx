import type { MembershipStatus } from '#domain/user/contract.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

export function MembershipStatusText({ status }: { status: MembershipStatus }) {
  const active = status === 'active';
  return (
    <span className="inline-flex items-center gap-2 font-medium text-text">
      <span aria-hidden="true" className={joinClasses('size-2 rounded-full', active ? 'bg-positive' : 'bg-control')} />
      {active ? 'Active' : 'Unconfirmed'}
    </span>
  );
}
