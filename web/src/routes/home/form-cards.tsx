import { AnnouncementCard } from '#web/features/announcements/announcement-card.tsx';
import { CredentialsCard } from '#web/features/credentials/credentials-card.tsx';
import { TemporaryPasswordNotice } from '#web/features/credentials/temporary-password-notice.tsx';
import { AreaStep } from '#web/features/filters/area-step.tsx';
import { FilterCard } from '#web/features/filters/filter-card.tsx';
import { FilterFormProvider } from '#web/features/filters/filter-form-provider.tsx';
import { SearchList } from '#web/features/filters/searches/search-list.tsx';
import { useOpenSearch } from '#web/features/filters/searches/use-open-search.ts';
import { FirstMinute } from '#web/features/first-minute/index.ts';
import { MembershipCard } from '#web/features/membership/membership-card.tsx';
import { NotificationSettings } from '#web/features/notifications/notification-settings.tsx';
import { RecentListingsCard } from '#web/features/recent-listings/recent-listings-card.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';

// The cards with forms, whose code a phone does not need for its first listings.

/** Two columns: all cards in full. */
export function WideHomeCards() {
  const { user } = useAuth();
  const openSearch = useOpenSearch();
  if (!user) return null;
  return (
    <FilterFormProvider key={user.id} user={user} showsAllFields>
      <FirstMinute user={user} areaStep={<AreaStep />} />
      <div className="grid grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)] items-start gap-6">
        <div className="grid min-w-0 gap-6">
          <AnnouncementCard />
          <MembershipCard user={user} goToZip={openSearch.goToZip} />
          <RecentListingsCard />
        </div>
        <div className="grid min-w-0 gap-6">
          <FilterCard>
            <SearchList user={user} open={openSearch} />
            <NotificationSettings user={user} />
          </FilterCard>
          {!user.mustChangePassword && <CredentialsCard user={user} />}
        </div>
      </div>
    </FilterFormProvider>
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
