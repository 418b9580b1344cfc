import { Link } from '@tanstack/react-router';
import { AccessDenied } from '#web/components/layout/access-denied.tsx';
import { AdminNav } from '#web/components/layout/admin-nav.tsx';
import { AppHeader } from '#web/components/layout/app-header.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { AnnouncementEditorCard } from '#web/features/announcements/announcement-editor-card.tsx';
import { UsersCard } from '#web/features/admin-users/users-card.tsx';
import { ExportMenus } from '#web/features/exports/export-menus.tsx';
import { ImportUsers } from '#web/features/import-users/import-users.tsx';
import { AlarmBanner } from '#web/features/sources/alarm-banner.tsx';
import { LogoutButton } from '#web/features/auth/logout-button.tsx';
import { VisitorsCard } from '#web/features/visitors/visitors-card.tsx';
import { WorkflowLogCard } from '#web/features/workflow-log/workflow-log-card.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';

export function AdminPage() {
  const { user } = useAuth();
  if (!user) return null;
  if (!user.isAdmin && !user.isHelperAdmin) {
    return <AccessDenied />;
  }
  return (
    <>
      <AppHeader isWide>
        <BackLink to="/">Back to Home</BackLink>
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto grid max-w-[100rem] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Admin Dashboard" className="text-3xl font-semibold">
          Admin Dashboard
        </PageHeading>
        <AdminNav user={user} />
        <AlarmBanner linked />
        {user.isAdmin && (
          <div className="flex flex-wrap items-center gap-3">
            <ExportMenus />
            <ImportUsers />
            <nav
              aria-label="Layout"
              className="flex flex-wrap gap-x-5 gap-y-1 text-sm font-semibold text-primary lg:ml-auto"
            >
              <Link to="/layout-diagram" className="min-h-6 hover:underline">
                Layout Diagram
              </Link>
              <Link to="/layout-diagram" hash="auth-page" className="min-h-6 hover:underline">
                Auth Page Layout
              </Link>
            </nav>
          </div>
        )}
        <UsersCard viewer={user} />
        <VisitorsCard />
        {user.isAdmin && <WorkflowLogCard />}
        <AnnouncementEditorCard mayEdit={user.isAdmin} />
      </main>
    </>
  );
}
