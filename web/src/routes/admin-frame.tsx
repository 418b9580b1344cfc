import type { ReactNode } from 'react';
import { AccessDenied } from '#web/components/access-denied.tsx';
import { AdminNav } from '#web/components/admin-nav.tsx';
import { AppHeader } from '#web/components/app-header.tsx';
import { BackLink } from '#web/components/back-link.tsx';
import { LogoutButton } from '#web/features/session/logout-button.tsx';
import { useAuth } from '#web/lib/auth.tsx';

/** What stands around a page of all admins; who is none is told so. */
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
