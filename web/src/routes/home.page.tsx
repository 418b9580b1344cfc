import { AdminLink } from '#web/components/layout/admin-link.tsx';
import { AppHeader } from '#web/components/layout/app-header.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { PageSpinner } from '#web/components/ui/spinner.tsx';
import { AnnouncementCard } from '#web/features/announcements/announcement-card.tsx';
import { CredentialsCard } from '#web/features/credentials/credentials-card.tsx';
import { TemporaryPasswordNotice } from '#web/features/credentials/temporary-password-notice.tsx';
import { FilterCard } from '#web/features/filters/filter-card.tsx';
import { MembershipCard } from '#web/features/membership/membership-card.tsx';
import { DeviceNotifications } from '#web/features/notifications/device-notifications.tsx';
import { RecentListingsCard } from '#web/features/recent-listings/recent-listings-card.tsx';
import { LogoutButton } from '#web/features/auth/logout-button.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';
import { focusField } from '#web/lib/focus/focus-field.ts';
import { useScrollRestoration } from '#web/lib/hooks/use-scroll-restoration.ts';
import { useInitialDataReady } from '#web/lib/hooks/use-initial-data-ready.ts';

export function HomePage() {
  const { user } = useAuth();
  useScrollRestoration();
  const isOpen = useInitialDataReady(user?.zipCode ?? '');
  if (!user) return null;
  if (!isOpen) return <PageSpinner />;
  return (
    <>
      <AppHeader>
        <AdminLink user={user} />
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Home" className="text-3xl font-semibold">
          Welcome back!
        </PageHeading>
        <p className="mt-1 mb-8 break-words text-muted">{user.email}</p>
        {user.mustChangePassword && <TemporaryPasswordNotice />}
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)] lg:items-start">
          <div className="grid min-w-0 gap-6">
            <AnnouncementCard />
            <MembershipCard user={user} goToZip={() => focusField('zipCode')} />
            <RecentListingsCard />
          </div>
          <div className="grid min-w-0 gap-6">
            <FilterCard user={user} showsAllFields>
              <DeviceNotifications isDaily={user.notificationPreference === 'daily'} />
            </FilterCard>
            <CredentialsCard user={user} />
          </div>
        </div>
      </main>
    </>
  );
}
