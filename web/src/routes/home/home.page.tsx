import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { AdminLink } from '#web/components/layout/admin-link.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { announcementQuery } from '#web/features/announcements/index.ts';
import { channelsQuery } from '#web/features/notifications/index.ts';
import { scoutingQuery } from '#web/features/membership/index.ts';
import { firstMinuteQuery } from '#web/features/first-minute/index.ts';
import { recentListingsQuery } from '#web/features/recent-listings/index.ts';
import { searchesQuery } from '#web/features/searches/index.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useAuth } from '#web/lib/session/auth.tsx';
import { useScrollRestoration } from '#web/lib/hooks/use-scroll-restoration.ts';
import { isWideWindow, useIsWide } from '#web/lib/hooks/use-is-wide.ts';
import { MemberFrame } from '../member-frame.tsx';
import { createPageLoader } from '../load-page.ts';
import { homeMainClasses } from './home-shell.tsx';
import { NarrowHomeCards } from './home-cards.tsx';
import { HomeTasks } from './home-tasks.tsx';
import { ChangePassword, WideHomeCards } from './lazy-cards.ts';

function HomeLinks({ user }: { user: UserView }) {
  return (
    <>
      <AdminLink user={user} />
      <Link to="/listings" className={joinClasses(buttonClasses('quiet', 'small'), 'max-lg:hidden')}>
        Listings
      </Link>
    </>
  );
}

export const loadHome = createPageLoader(({ user, queryClient }) => [
  async () => isWideWindow() && WideHomeCards.preload?.(),
  async () => user.mustChangePassword && ChangePassword.preload?.(),
  () => queryClient.query({ ...announcementQuery, staleTime: 'static' }),
  () => queryClient.query({ ...firstMinuteQuery, staleTime: 'static' }),
  () => queryClient.query({ ...channelsQuery, staleTime: 'static' }),
  () => queryClient.query({ ...recentListingsQuery, staleTime: 'static' }),
  () => queryClient.query({ ...searchesQuery, staleTime: 'static' }),
  () => queryClient.query({ ...scoutingQuery(user.zipCode ?? ''), staleTime: 'static' }),
]);

export function HomePage() {
  const { user } = useAuth();
  const isWide = useIsWide();
  useScrollRestoration();
  if (!user) return null;
  return (
    <MemberFrame user={user} links={<HomeLinks user={user} />}>
      {(openFilters) => (
        <main className={homeMainClasses}>
          <PageHeading title="Home" className="text-2xl font-semibold lg:text-3xl">
            Welcome back!
          </PageHeading>
          <p className="mt-1 mb-5 break-words text-muted lg:mb-8">{user.email}</p>
          <Suspense>
            <HomeTasks user={user} isWide={isWide} />
            {isWide ? <WideHomeCards /> : <NarrowHomeCards user={user} openFilters={openFilters} />}
          </Suspense>
        </main>
      )}
    </MemberFrame>
  );
}
