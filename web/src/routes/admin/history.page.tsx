import { Link } from '@tanstack/react-router';
import { AdminNav } from '#web/components/layout/admin-nav.tsx';
import { AppHeader } from '#web/components/layout/app-header.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Redirect } from '#web/components/redirect.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { HistoryView } from '#web/features/history/history-view.tsx';
import { LogoutButton } from '#web/features/auth/logout-button.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';

export function HistoryPage() {
  const { user } = useAuth();
  if (!user) return null;
  if (!user.isAdmin) return <Redirect to="/" />;
  return (
    <>
      <AppHeader isWide>
        <BackLink to="/admin">Admin Dashboard</BackLink>
        <LogoutButton />
      </AppHeader>
      <div className="mx-auto max-w-[100rem] px-4 pt-5 sm:px-8">
        <AdminNav user={user} />
      </div>
      <main className="mx-auto grid max-w-[100rem] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:px-8 sm:py-10">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <PageHeading title="History" className="text-3xl font-semibold">
            History
          </PageHeading>
          <Link to="/admin/history/as-of" className={buttonClasses('secondary', 'small')}>
            Time Travel
          </Link>
        </div>
        <HistoryView />
      </main>
    </>
  );
}
