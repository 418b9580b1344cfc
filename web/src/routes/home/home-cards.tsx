import { createElement } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { AnnouncementLine } from '#web/features/announcements/announcement-line.tsx';
import { FilterSummary } from '#web/features/filters/sheet/filter-summary.tsx';
import { FirstMinute } from '#web/features/first-minute/index.ts';
import { MembershipLine } from '#web/features/membership/membership-line.tsx';
import { RecentListingsCard } from '#web/features/recent-listings/recent-listings-card.tsx';
import { useIsIdle } from '#web/lib/hooks/use-is-idle.ts';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';
import { getsAlerts } from './home-tasks.tsx';
import type { OpenFilters } from '../member-frame.tsx';

/** One column, for phones: a line for each card that is not often needed, so that the listings come first. */
export function NarrowHomeCards({ user, openFilters }: { user: UserView; openFilters: OpenFilters }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <AnnouncementLine />
      <MembershipLine user={user} goToZip={() => openFilters('zipCode')} />
      <FilterSummary user={user} edit={() => openFilters()} />
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-6">
        <RecentListingsCard />
        {getsAlerts(user) && <FirstMinute user={user} areaStep={null} />}
        {!user.mustChangePassword && <LaterCredentialsCard user={user} />}
      </div>
    </div>
  );
}

const loadCredentialsCard = () => import('#web/features/credentials/credentials-card.tsx');

/** At the end of the page: its code is loaded after the listings are shown. */
function LaterCredentialsCard({ user }: { user: UserView }) {
  const CredentialsCard = useLazyComponent(useIsIdle(), loadCredentialsCard, 'CredentialsCard');
  return CredentialsCard ? createElement(CredentialsCard, { user }) : <Skeleton className="h-100 rounded-card" />;
}
