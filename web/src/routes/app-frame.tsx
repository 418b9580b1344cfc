import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { AppHeader } from '#web/components/layout/app-header.tsx';
import { SiteFooter } from '#web/components/layout/site-footer.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { ChevronDownIcon } from '#web/components/ui/icons.tsx';
import { UserIcon } from '#web/components/ui/page-icons.tsx';
import { AccountMenu } from '#web/features/account-menu/account-menu.tsx';
import { ProofPrompt } from '#web/features/security/proof-prompt.tsx';
import { keepFocus } from '#web/lib/focus/keep-focus.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { removeShell } from '#web/lib/prerendered-shell.ts';
import { LogoutButton } from '#web/features/sign-out/logout-button.tsx';

type AppFrameProps = {
  user: UserView;
  /** Links of this page in the header, before the account menu. */
  links?: ReactNode;
  isWide?: boolean;
  /** On a phone the account menu is in a bar at the bottom. */
  hasBottomBar?: boolean;
  children: ReactNode;
};

/** The frame of every page for signed-in users: header with the account menu, and footer. */
export function AppFrame({ user, links, isWide = false, hasBottomBar = false, children }: AppFrameProps) {
  useLayoutEffect(removeShell, []);
  useEffect(keepFocus, []);
  return (
    <div className="flex min-h-dvh flex-col pb-(--bottom-bar)">
      <AppHeader isWide={isWide}>
        {links}
        <AccountMenu
          user={user}
          className={joinClasses(buttonClasses('secondary', 'small'), hasBottomBar && 'max-lg:hidden')}
        >
          <UserIcon />
          <span className="max-sm:sr-only">Account</span>
          <ChevronDownIcon className="size-4" />
        </AccountMenu>
        <LogoutButton />
      </AppHeader>
      {/* At least as high as the window, so that no content that comes later moves a footer in view. */}
      <div className="min-h-dvh grow">{children}</div>
      <SiteFooter isWide={isWide} />
      <ProofPrompt />
    </div>
  );
}
