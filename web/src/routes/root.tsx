import { createRootRoute, Outlet } from '@tanstack/react-router';
import { CopyBanner } from '#web/components/copy-banner.tsx';
import { Toasts } from '#web/components/toasts.tsx';
import { AuthProvider } from '#web/lib/auth.tsx';
import { NotFound } from './not-found.tsx';

function Root() {
  return (
    <AuthProvider>
      <Outlet />
      <CopyBanner />
      <Toasts />
    </AuthProvider>
  );
}

export const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFound });
