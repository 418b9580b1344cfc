import { createRoute, Outlet } from '@tanstack/react-router';
import { ErrorView } from '#web/components/error-view.tsx';
import { Redirect } from '#web/components/redirect.tsx';
import { PageSpinner } from '#web/components/ui/spinner.tsx';
import { LiveConnection } from '#web/features/live/live-connection.tsx';
import { useAuth } from '#web/lib/auth.tsx';
import { rootRoute } from './root.tsx';

function SignedIn() {
  const { user, loading, error, retry } = useAuth();
  if (loading) return <PageSpinner />;
  if (error) {
    return (
      <main>
        <ErrorView message={error.message} retry={retry} />
      </main>
    );
  }
  if (!user) return <Redirect to="/auth" />;
  return (
    <>
      <LiveConnection />
      <Outlet />
    </>
  );
}

export const signedInRoute = createRoute({ getParentRoute: () => rootRoute, id: 'signed-in', component: SignedIn });
