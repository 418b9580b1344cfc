import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AppHeader } from '#web/components/app-header.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { CredentialsCard } from '#web/features/credentials/credentials-card.tsx';
import { FilterCard } from '#web/features/filters/filter-card.tsx';
import { MembershipCard } from '#web/features/membership/membership-card.tsx';
import { RecentListingsCard } from '#web/features/recent-listings/recent-listings-card.tsx';
import { LogoutButton } from '#web/features/session/logout-button.tsx';
import { useAuth } from '#web/lib/auth.tsx';

export function HomePage() {
  const { user } = useAuth();
  const [now] = useState(Date.now);
  if (!user) return null;
  return (
    <>
      <AppHeader>
        {(user.isAdmin || user.isHelperAdmin) && (
          <Link to="/admin" className={buttonClasses('secondary', 'small')}>
            Admin Dashboard
          </Link>
        )}
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Home" className="text-3xl font-semibold">
          Welcome back!
        </PageHeading>
        <p className="mt-1 mb-8 break-words text-muted">{user.email}</p>
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)] lg:items-start">
          <div className="grid min-w-0 gap-6">
            <MembershipCard user={user} now={now} goToZip={goToZip} />
            <RecentListingsCard />
          </div>
          <div className="grid min-w-0 gap-6">
            <FilterCard user={user} />
            <CredentialsCard user={user} />
          </div>
        </div>
      </main>
    </>
  );
}

function goToZip() {
  document.querySelector<HTMLInputElement>('input[name=zipCode]')?.focus();
}
