import type { ReactNode } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { AccessDenied } from '#web/components/layout/access-denied.tsx';
import { AdminNav } from '#web/components/layout/admin-nav.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Redirect } from '#web/components/redirect.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useAuth } from '#web/lib/session/auth.tsx';
import { AppFrame } from './app-frame.tsx';

type AdminPageProps = {
  title: string;
  /** Below the title. */
  intro?: string;
  /** Beside the title. */
  action?: ReactNode;
  back?: ReactNode;
  isWide?: boolean;
  /** Other admins are led to the home page. */
  forFullAdmins?: boolean;
  children: ReactNode | ((user: UserView) => ReactNode);
};

/** The frame of all admin pages; users who are no admins see that access is denied. */
export function AdminPage({ forFullAdmins = false, ...page }: AdminPageProps) {
  const { user } = useAuth();
  if (!user) return null;
  if (forFullAdmins && !user.isAdmin) return <Redirect to="/" />;
  return user.isAdmin || user.isHelperAdmin ? <Frame user={user} {...page} /> : <AccessDenied />;
}

const dashboardLink = <BackLink to="/admin">Admin Dashboard</BackLink>;

type FrameProps = Omit<AdminPageProps, 'forFullAdmins'> & { user: UserView };

function Frame({ user, title, intro, action, back = dashboardLink, isWide = false, children }: FrameProps) {
  const width = isWide ? 'max-w-[100rem]' : 'max-w-6xl';
  return (
    <AppFrame user={user} links={back} isWide={isWide}>
      <div className={joinClasses('mx-auto px-4 pt-5 sm:px-8', width)}>
        <AdminNav user={user} />
      </div>
      <main className={joinClasses('mx-auto grid grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:px-8 sm:py-10', width)}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <div>
            <PageHeading title={title} className="text-3xl font-semibold">
              {title}
            </PageHeading>
            {intro && <p className="mt-1 text-pretty text-muted">{intro}</p>}
          </div>
          {action}
        </div>
        {typeof children === 'function' ? children(user) : children}
      </main>
    </AppFrame>
  );
}
