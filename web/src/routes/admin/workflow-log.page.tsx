import { AppHeader } from '#web/components/layout/app-header.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Redirect } from '#web/components/redirect.tsx';
import { LogoutButton } from '#web/features/auth/logout-button.tsx';
import { WholeLog } from '#web/features/workflow-log/whole-log.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';

export function WorkflowLogPage() {
  const { user } = useAuth();
  if (!user) return null;
  if (!user.isAdmin) return <Redirect to="/" />;
  return (
    <>
      <AppHeader>
        <BackLink to="/admin">Admin Dashboard</BackLink>
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto grid max-w-6xl gap-6 px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Workflow Log" className="text-3xl font-semibold">
          Workflow Log
        </PageHeading>
        <WholeLog />
      </main>
    </>
  );
}
