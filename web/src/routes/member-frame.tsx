import { useLocation } from '@tanstack/react-router';
import { createElement, type ReactNode, useState } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { BottomBar, bottomBarItemClasses } from '#web/components/layout/bottom-bar.tsx';
import { UserIcon } from '#web/components/ui/page-icons.tsx';
import { AccountMenu } from '#web/features/account-menu/account-menu.tsx';
import { UnreadCount } from '#web/features/member-listings/unread-count.ts';
import { useIsIdle } from '#web/lib/hooks/use-is-idle.ts';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';
import { AppFrame } from './app-frame.tsx';

/** Opens the filters in a sheet, with the focus on a field. */
export type OpenFilters = (field?: string) => void;

type MemberFrameProps = {
  user: UserView;
  links: ReactNode;
  children: ReactNode | ((openFilters: OpenFilters) => ReactNode);
};

const loadFilters = () => import('./member-filter-sheet.tsx');

/** The frame of every page for members: on a phone with a bar at the bottom, and the filters in a sheet. */
export function MemberFrame({ user, links, children }: MemberFrameProps) {
  const [sheet, setSheet] = useState<{ field: string | undefined } | null>(null);
  const isProfile = useLocation({ select: ({ pathname }) => pathname === '/profile' });
  const isIdle = useIsIdle();
  const Filters = useLazyComponent(isIdle || sheet !== null, loadFilters, 'MemberFilterSheet');
  const openFilters: OpenFilters = (field) => setSheet({ field });
  return (
    <AppFrame user={user} links={links} hasBottomBar>
      {typeof children === 'function' ? children(openFilters) : children}
      <UnreadCount />
      <BottomBar
        openFilters={() => openFilters()}
        account={
          <AccountMenu user={user} className={bottomBarItemClasses} {...(isProfile && { 'aria-current': 'page' })}>
            <UserIcon className="size-5" />
            Account
          </AccountMenu>
        }
      />
      {sheet && Filters && createElement(Filters, { user, field: sheet.field, close: () => setSheet(null) })}
    </AppFrame>
  );
}
