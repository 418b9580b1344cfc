import { AnnouncementCard } from '#web/features/announcements/announcement-card.tsx';
import { CredentialsCard } from '#web/features/credentials/credentials-card.tsx';
import { TemporaryPasswordNotice } from '#web/features/credentials/temporary-password-notice.tsx';
import { FilterCard } from '#web/features/filters/filter-card.tsx';
import { MembershipCard } from '#web/features/membership/membership-card.tsx';
import { DeviceNotifications } from '#web/features/notifications/device-notifications.tsx';
import { NotificationChannels } from '#web/features/notifications/notification-channels.tsx';
import { RecentListingsCard } from '#web/features/recent-listings/recent-listings-card.tsx';
import { focusField } from '#web/lib/focus/focus-field.ts';
import { useAuth } from '#web/lib/session/auth.tsx';

// The cards with forms, whose code a phone does not need for its first listings.

/** Two columns: all cards in full. */
export function WideHomeCards() {
  const { user } = useAuth();
  if (!user) return null;
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

/** What a user with a temporary password is asked to do first. */
export function ChangePassword() {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <div className="mb-6 grid gap-4">
      <TemporaryPasswordNotice />
      <CredentialsCard user={user} />
    </div>
  );
}
