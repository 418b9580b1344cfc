import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Toasts } from '#web/components/toasts.tsx';
import { AuthProvider } from '#web/lib/session/auth.tsx';
import { getSnapshotTime } from '#web/lib/snapshot-mode.ts';
import { MessagePage } from '#web/components/layout/message-page.tsx';

const CopyBanner = lazy(async () => ({
  default: (await import('#web/components/layout/snapshot-banner.tsx')).SnapshotBanner,
}));

function Root() {
  const snapshotTime = getSnapshotTime();
  return (
    <AuthProvider>
      <Outlet />
      {snapshotTime !== null && (
        <Suspense>
          <CopyBanner at={snapshotTime} />
        </Suspense>
      )}
      <Toasts />
    </AuthProvider>
  );
}

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
});

function NotFound() {
  return <MessagePage title="404 Page Not Found" text="Did you forget to add the page to the router?" />;
}
