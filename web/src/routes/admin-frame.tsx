import type { ReactNode } from 'react';
import { AccessDenied } from '#web/components/layout/access-denied.tsx';
import { AdminNav } from '#web/components/layout/admin-nav.tsx';
import { AppHeader } from '#web/components/layout/app-header.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { LogoutButton } from '#web/features/auth/logout-button.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';

/** The frame of all admin pages; other users see that access is denied. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  if (!user) return null;
  if (!user.isAdmin && !user.isHelperAdmin) return <AccessDenied />;
  return (
    <>
      <AppHeader>
        <BackLink to="/admin">Admin Dashboard</BackLink>
        <LogoutButton />
      </AppHeader>
      <div className="mx-auto max-w-6xl px-4 pt-5 sm:px-8">
        <AdminNav user={user} />
      </div>
      {children}
    </>
  );
}
