import type { QueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AdminLink } from '#web/components/layout/admin-link.tsx';
import { AppHeader } from '#web/components/layout/app-header.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { announcementQuery } from '#web/features/announcements/index.ts';
import { AnnouncementCard } from '#web/features/announcements/announcement-card.tsx';
import { CredentialsCard } from '#web/features/credentials/credentials-card.tsx';
import { TemporaryPasswordNotice } from '#web/features/credentials/temporary-password-notice.tsx';
import { FilterCard } from '#web/features/filters/filter-card.tsx';
import { scoutingQuery } from '#web/features/membership/index.ts';
import { FirstMinute, firstMinuteQuery } from '#web/features/first-minute/index.ts';
import { MembershipCard } from '#web/features/membership/membership-card.tsx';
import { DeviceNotifications } from '#web/features/notifications/device-notifications.tsx';
import { channelsQuery } from '#web/features/notifications/index.ts';
import { NotificationChannels } from '#web/features/notifications/notification-channels.tsx';
import { recentListingsQuery } from '#web/features/recent-listings/index.ts';
import { RecentListingsCard } from '#web/features/recent-listings/recent-listings-card.tsx';
import { LogoutButton } from '#web/features/sign-out/logout-button.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useAuth } from '#web/lib/session/auth.tsx';
import { userQuery } from '#web/lib/session/session.ts';
import { focusField } from '#web/lib/focus/focus-field.ts';
import { useScrollRestoration } from '#web/lib/hooks/use-scroll-restoration.ts';

const maxLoadMs = 800;

/** Waits for the cards' data, unless it takes long: each card loaded later would push down the rest of the page. */
export async function loadHome({ context: { queryClient } }: { context: { queryClient: QueryClient } }): Promise<void> {
  const user = await queryClient.query({ ...userQuery, staleTime: 'static' }).catch(() => null);
  if (!user) return;
  const loaded = Promise.allSettled([
    queryClient.query({ ...announcementQuery, staleTime: 'static' }),
    queryClient.query({ ...firstMinuteQuery, staleTime: 'static' }),
    queryClient.query({ ...channelsQuery, staleTime: 'static' }),
    queryClient.query({ ...recentListingsQuery, staleTime: 'static' }),
    queryClient.query({ ...scoutingQuery(user.zipCode ?? ''), staleTime: 'static' }),
  ]);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, maxLoadMs))]);
}

export function HomePage() {
  const { user } = useAuth();
  useScrollRestoration();
  if (!user) return null;
  return (
    <>
      <AppHeader>
        <AdminLink user={user} />
        <Link to="/listings" className={joinClasses(buttonClasses('quiet', 'small'), 'max-sm:hidden')}>
          Listings
        </Link>
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Home" className="text-3xl font-semibold">
          Welcome back!
        </PageHeading>
        <p className="mt-1 mb-8 break-words text-muted">{user.email}</p>
        {user.mustChangePassword && <TemporaryPasswordNotice />}
        <FirstMinute user={user} />
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)] lg:items-start">
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
            <CredentialsCard user={user} />
          </div>
        </div>
      </main>
    </>
  );
}
