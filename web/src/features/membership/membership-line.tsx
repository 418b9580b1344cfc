import { SummaryLine } from '#web/components/ui/summary-line.tsx';
import { formatScoutingTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks/use-now.ts';
import { AreaNotice } from './area-notice.tsx';
import { LastScoutedNote } from './last-scouted-note.tsx';
import { MailNotice } from './mail-notice.tsx';
import { type MembershipCardProps, StatusDot, UnconfirmedMembership } from './membership-card.tsx';

/** The membership in one line, for phones; below it what the member should act on. */
export function MembershipLine({ user, goToZip }: MembershipCardProps) {
  const now = useNow();
  const zipCode = user.zipCode ?? '';
  if (user.membershipStatus !== 'active') {
    return (
      <SummaryLine title="Membership" summary="Unconfirmed" isOpenAtFirst>
        <UnconfirmedMembership />
      </SummaryLine>
    );
  }
  const time = user.memberSince && ` · ${formatScoutingTime(user.memberSince, now)}`;
  return (
    <>
      <SummaryLine
        title="Membership"
        summary={
          <>
            <StatusDot />
            <span className="ml-2.5">Active{time}</span>
          </>
        }
      >
        {user.memberSince && <LastScoutedNote zipCode={zipCode} />}
      </SummaryLine>
      <div className="grid gap-2 empty:hidden">
        <AreaNotice zipCode={zipCode} goToZip={goToZip} />
        <MailNotice zipCode={zipCode} email={user.email} />
      </div>
    </>
  );
}
