import type { UserView } from '#domain/user/contract.ts';
import { AnnouncementCard } from '#web/features/announcements/announcement-card.tsx';
import { AnnouncementLine } from '#web/features/announcements/announcement-line.tsx';
import { CredentialsCard } from '#web/features/credentials/credentials-card.tsx';
import { FilterCard } from '#web/features/filters/filter-card.tsx';
import { FirstMinute } from '#web/features/first-minute/index.ts';
import { FilterSummary } from '#web/features/filters/sheet/filter-summary.tsx';
import { MembershipCard } from '#web/features/membership/membership-card.tsx';
import { MembershipLine } from '#web/features/membership/membership-line.tsx';
import { DeviceNotifications } from '#web/features/notifications/device-notifications.tsx';
import { NotificationChannels } from '#web/features/notifications/notification-channels.tsx';
import { RecentListingsCard } from '#web/features/recent-listings/recent-listings-card.tsx';
import { focusField } from '#web/lib/focus/focus-field.ts';
import { getsAlerts } from './home-tasks.tsx';
import type { OpenFilters } from '../member-frame.tsx';

/** Two columns: all cards in full. */
export function WideHomeCards({ user }: { user: UserView }) {
  return (
    <div className="grid grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)] items-start gap-6">
      <div className="grid min-w-0 gap-6">
        <AnnouncementCard />
        <MembershipCard user={user} goToZip={() => focusField('zipCode')} />
        <RecentListingsCard />
      </div>
      <div className="grid min-w-0 gap-6">
        <FilterCard user={user} showsAllFields>
          <DeviceNotifications isDaily={user.notificationPreference === 'daily'} />
          <NotificationChannels />
        </FilterCard>
        {!user.mustChangePassword && <CredentialsCard user={user} />}
      </div>
    </div>
  );
}

/** One column, for phones: a line for each card that is not often needed, so that the listings come first. */
export function NarrowHomeCards({ user, openFilters }: { user: UserView; openFilters: OpenFilters }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <AnnouncementLine />
      <MembershipLine user={user} goToZip={() => openFilters('zipCode')} />
      <FilterSummary user={user} edit={() => openFilters()} />
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-6">
        <RecentListingsCard />
        {getsAlerts(user) && <FirstMinute user={user} />}
        {!user.mustChangePassword && <CredentialsCard user={user} />}
      </div>
    </div>
  );
}
