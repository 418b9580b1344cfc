import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { AccessDenied } from '#web/components/layout/access-denied.tsx';
import { AdminNav, listAdminPages } from '#web/components/layout/admin-nav.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { WhenLoaded } from '#web/components/when-loaded.tsx';
import { Redirect } from '#web/components/redirect.tsx';
import { SecondFactorGate } from '#web/features/security/second-factor-gate.tsx';
import { scoutStatusQuery } from '#web/features/sources/index.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useAuth } from '#web/lib/session/auth.tsx';
import { CommandPalette } from '#web/features/command-palette/command-palette.tsx';
import type { PaletteItem } from '#web/features/command-palette/palette-item.ts';
import { AppFrame } from './app-frame.tsx';

type AdminPageProps = {
  title: string;
  /** Below the title. */
  intro?: string;
  /** Beside the title. */
  action?: ReactNode;
  /** Helper admins are led to the home page. */
  forFullAdmins?: boolean;
  children: ReactNode | ((user: UserView) => ReactNode);
};

/** The frame of all admin pages; users who are no admins see that access is denied. */
export function AdminPage({ forFullAdmins = false, ...page }: AdminPageProps) {
  const { user } = useAuth();
  if (!user) return null;
  if (!user.isAdmin && !user.isHelperAdmin) return <AccessDenied />;
  if (forFullAdmins && !user.isAdmin) return <Redirect to="/" />;
  return (
    <SecondFactorGate>
      <Frame user={user} {...page} />
    </SecondFactorGate>
  );
}

type FrameProps = Omit<AdminPageProps, 'forFullAdmins'> & { user: UserView };

const widthClasses = 'mx-auto max-w-[100rem] px-4 sm:px-8';

function Frame({ user, title, intro, action, children }: FrameProps) {
  const { data: status } = useQuery(scoutStatusQuery);
  return (
    <AppFrame user={user} links={<BackLink to="/">Back to Home</BackLink>} isWide>
      <div className={joinClasses(widthClasses, 'pt-4')}>
        <AdminNav user={user} counts={{ Review: status?.queues.review, Deliveries: status?.deadLetters }} />
      </div>
      <main className={joinClasses(widthClasses, 'grid grid-cols-[minmax(0,1fr)] gap-6 py-8 sm:py-10')}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-4">
          {/* As wide whatever the title is: an email comes later than the page. */}
          <div className="min-w-[min(100%,13rem)] flex-1">
            <PageHeading title={title} className="text-3xl font-semibold">
              {title}
            </PageHeading>
            {intro && <p className="mt-1 text-pretty text-muted">{intro}</p>}
          </div>
          <div className="flex flex-wrap items-center gap-3">
            {action}
            <CommandPalette pages={listPaletteItems(user)} />
          </div>
        </div>
        <WhenLoaded className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {typeof children === 'function' ? children(user) : children}
        </WhenLoaded>
      </main>
    </AppFrame>
  );
}

const actions: PaletteItem[] = [
  { kind: 'Action', label: 'Add Listing', detail: '', target: { to: '/admin/add-listing' } },
  {
    kind: 'Action',
    label: 'Show limit requests',
    detail: '',
    target: { to: '/admin', search: { request: true }, hash: 'users' },
  },
];
const fullAdminActions: PaletteItem[] = [
  { kind: 'Action', label: 'Connect a source', detail: '', target: { to: '/admin/scout' } },
  { kind: 'Action', label: 'Publish an announcement', detail: '', target: { to: '/admin', hash: 'announcements' } },
  { kind: 'Action', label: 'Travel in time', detail: '', target: { to: '/admin/history/as-of' } },
];

function listPaletteItems(user: UserView): PaletteItem[] {
  const pages = listAdminPages(user).map(
    ({ title, ...target }): PaletteItem => ({ kind: 'Page', label: title, detail: '', target }),
  );
  return [...pages, ...actions, ...(user.isAdmin ? fullAdminActions : [])];
}
