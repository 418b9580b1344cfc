import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { UserView } from '#domain/user/contract.ts';
import { UsersCard } from '#web/features/admin-users/users-card.tsx';
import { AnnouncementEditorCard } from '#web/features/announcements/announcement-editor-card.tsx';
import { ExportMenus } from '#web/features/exports/export-menus.tsx';
import { ImportUsers } from '#web/features/import-users/import-users.tsx';
import { Overview } from '#web/features/overview/overview.tsx';
import { overviewQuery } from '#web/features/overview/queries.ts';
import { SecondFactorNotice } from '#web/features/security/second-factor-notice.tsx';
import { AlarmBanner } from '#web/features/sources/alarm-banner.tsx';
import { VisitorsCard } from '#web/features/visitors/visitors-card.tsx';
import { WorkflowLogCard } from '#web/features/workflow-log/workflow-log-card.tsx';
import { getSnapshotTime } from '#web/lib/snapshot-mode.ts';
import { useErrorToast } from '#web/lib/toast/use-error-toast.ts';
import { AdminPage } from '../admin-page.tsx';

export function DashboardPage() {
  return <AdminPage title="Admin Dashboard">{(user) => <Dashboard user={user} />}</AdminPage>;
}

function Dashboard({ user }: { user: UserView }) {
  const { data: overview, error } = useQuery(overviewQuery);
  useErrorToast('Failed to fetch the overview', error);
  return (
    <>
      <AlarmBanner linked />
      {getSnapshotTime() === null && <SecondFactorNotice />}
      <Overview overview={overview} mayOpenLog={user.isAdmin} />
      {user.isAdmin && <Tools viewer={user} />}
      <div id="users" className="scroll-mt-20">
        <UsersCard viewer={user} />
      </div>
      <VisitorsCard />
      {user.isAdmin && <WorkflowLogCard />}
      <div id="announcements" className="scroll-mt-20">
        <AnnouncementEditorCard mayEdit={user.isAdmin} userCount={overview?.users} />
      </div>
    </>
  );
}

function Tools({ viewer }: { viewer: UserView }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ExportMenus viewer={viewer} />
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
