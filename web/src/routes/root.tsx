import { createRootRoute, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Toasts } from '#web/components/toasts.tsx';
import { AuthProvider } from '#web/lib/session/auth.tsx';
import { copyAsOf } from '#web/lib/copy-as-of.ts';
import { NotFound } from './not-found.tsx';

const CopyBanner = lazy(async () => ({ default: (await import('#web/components/layout/copy-banner.tsx')).CopyBanner }));

function Root() {
  const copiedAt = copyAsOf();
  return (
    <AuthProvider>
      <Outlet />
      {copiedAt !== null && (
        <Suspense>
          <CopyBanner at={copiedAt} />
        </Suspense>
      )}
      <Toasts />
    </AuthProvider>
  );
}

export const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFound });
