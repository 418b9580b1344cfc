import { createRoute, Outlet, useLocation } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { Redirect } from '#web/components/redirect.tsx';
import { PageSpinner } from '#web/components/ui/spinner.tsx';
import { LiveConnection } from '#web/features/live/live-connection.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';
import { useRenewPush } from '#web/lib/push/use-renew-push.ts';
import { didSignOut } from '#web/lib/session/session-end.ts';
import { hasSignedInFlag } from '#web/lib/session/signed-in-flag.ts';
import { ErrorPage } from './page-error.tsx';
import { rootRoute } from './root.tsx';

function SignedIn() {
  const { user, loading, error, retry } = useAuth();
  useRenewPush(user?.id);
  if (loading) return <PageSpinner />;
  if (error) return <ErrorPage message={error.message} retry={retry} />;
  if (!user) return <RedirectToSignIn />;
  return (
    // Remounts per user: one user's input is not shown to the next.
    <Fragment key={user.id}>
      <LiveConnection />
      <Outlet />
    </Fragment>
  );
}

/** Redirects to the sign-in page, with the path to return to unless the user signed out. */
function RedirectToSignIn() {
  const { href } = useLocation();
  const [state] = useState(() => (didSignOut() ? {} : { back: href, sessionEnded: hasSignedInFlag() }));
  return <Redirect to="/auth" state={state} />;
}

export const signedInRoute = createRoute({ getParentRoute: () => rootRoute, id: 'signed-in', component: SignedIn });
