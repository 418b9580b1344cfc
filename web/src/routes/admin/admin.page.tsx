import { Link } from '@tanstack/react-router';
import type { UserView } from '#domain/user/contract.ts';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { UsersCard } from '#web/features/admin-users/users-card.tsx';
import { AnnouncementEditorCard } from '#web/features/announcements/announcement-editor-card.tsx';
import { ExportMenus } from '#web/features/exports/export-menus.tsx';
import { ImportUsers } from '#web/features/import-users/import-users.tsx';
import { AlarmBanner } from '#web/features/sources/alarm-banner.tsx';
import { VisitorsCard } from '#web/features/visitors/visitors-card.tsx';
import { WorkflowLogCard } from '#web/features/workflow-log/workflow-log-card.tsx';
import { AdminPage } from '../admin-page.tsx';

export function DashboardPage() {
  return (
    <AdminPage title="Admin Dashboard" isWide back={<BackLink to="/">Back to Home</BackLink>}>
      {(user) => <Dashboard user={user} />}
    </AdminPage>
  );
}

function Dashboard({ user }: { user: UserView }) {
  return (
    <>
      <AlarmBanner linked />
      {user.isAdmin && <Tools />}
      <UsersCard viewer={user} />
      <VisitorsCard />
      {user.isAdmin && <WorkflowLogCard />}
      <AnnouncementEditorCard mayEdit={user.isAdmin} />
    </>
  );
}

function Tools() {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ExportMenus />
      <ImportUsers />
      <nav aria-label="Layout" className="flex flex-wrap gap-x-5 gap-y-1 text-sm font-semibold text-primary lg:ml-auto">
        <Link to="/layout-diagram" className="tap-target min-h-6 hover:underline">
          Layout Diagram
        </Link>
        <Link to="/layout-diagram" hash="auth-page" className="tap-target min-h-6 hover:underline">
          Auth Page Layout
        </Link>
      </nav>
    </div>
  );
}
