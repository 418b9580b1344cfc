import type { UserView } from '#domain/user/contract.ts';
import { Card } from '#web/components/ui/card.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { scoutingFor } from '#web/lib/format.ts';

type MembershipCardProps = { user: UserView; now: number; goToZip: () => void };

export function MembershipCard({ user, now, goToZip }: MembershipCardProps) {
  return (
    <Card title="Membership" aria-live="polite">
      {user.membershipStatus === 'active' ? <Active user={user} now={now} goToZip={goToZip} /> : <Unconfirmed />}
    </Card>
  );
}

function Active({ user, now, goToZip }: MembershipCardProps) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="inline-flex items-center gap-2.5 text-base font-semibold">
          <span className="size-2.5 rounded-full bg-positive ring-4 ring-positive/20" aria-hidden="true" />
          Active
        </span>
        {user.memberSince && <span className="text-muted">{scoutingFor(user.memberSince, now)}</span>}
      </div>
      {!user.zipCode && (
        <Notice>
          You get no alerts yet: the scout does not know where to look.{' '}
          <button type="button" onClick={goToZip} className="font-semibold underline underline-offset-2">
            Set your ZIP
          </button>{' '}
          to start.
        </Notice>
      )}
    </div>
  );
}

function Unconfirmed() {
  return (
    <div className="grid gap-3">
      <p className="text-pretty">
        Unconfirmed. Please activate your membership to start receiving property notifications. If you just subscribed,
        your account will be updated to active status shortly.
      </p>
      <p className="font-semibold text-on-primary-soft">Sign up today! Cancel anytime.</p>
    </div>
  );
}
