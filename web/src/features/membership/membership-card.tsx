import type { UserView } from '#domain/user/contract.ts';
import { Card } from '#web/components/ui/card.tsx';
import { formatScoutingTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks/use-now.ts';
import { AreaNotice } from './area-notice.tsx';
import { LastScoutedNote } from './last-scouted-note.tsx';
import { MailNotice } from './mail-notice.tsx';
import { SubscribeLink } from './subscribe-link.tsx';

export type MembershipCardProps = { user: UserView; goToZip: () => void };

export function MembershipCard({ user, goToZip }: MembershipCardProps) {
  return (
    <Card title="Membership">
      {user.membershipStatus === 'active' ? (
        <ActiveMembership user={user} goToZip={goToZip} />
      ) : (
        <UnconfirmedMembership />
      )}
    </Card>
  );
}

function ActiveMembership({ user, goToZip }: MembershipCardProps) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1.5">
        <span role="status" className="inline-flex items-center gap-2.5 text-base font-semibold">
          <StatusDot />
          Active
        </span>
        {user.memberSince && user.zipCode && (
          <>
            <ScoutingTime since={user.memberSince} />
            <LastScoutedNote zipCode={user.zipCode} />
          </>
        )}
      </div>
      <AreaNotice zipCode={user.zipCode ?? ''} goToZip={goToZip} />
      <MailNotice zipCode={user.zipCode ?? ''} email={user.email} />
    </div>
  );
}

function ScoutingTime({ since }: { since: string }) {
  const now = useNow();
  return <p className="text-muted">{formatScoutingTime(since, now)}</p>;
}

export function StatusDot() {
  return <span className="inline-block size-2.5 rounded-full bg-positive ring-4 ring-positive/20" aria-hidden="true" />;
}

export function UnconfirmedMembership() {
  return (
    <div className="grid gap-4">
      <p role="status" className="text-pretty">
        Unconfirmed. Please activate your membership to start receiving property notifications. If you just subscribed,
        your account will be updated to active status shortly.
      </p>
      <SubscribeLink />
    </div>
  );
}
