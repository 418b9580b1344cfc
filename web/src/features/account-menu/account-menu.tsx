import { type ComponentProps, createElement, useState } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { useIsIdle } from '#web/lib/hooks/use-is-idle.ts';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';

const loadMenu = () => import('./loaded-account-menu.tsx');

type AccountMenuProps = { user: UserView } & Omit<ComponentProps<'button'>, 'type'>;

/**
 * The button that opens the account menu. The menu's code is loaded after the page; the button looks the same, and a
 * press opens the menu when its code is there.
 */
export function AccountMenu({ user, ...button }: AccountMenuProps) {
  const [isPressed, setPressed] = useState(false);
  const isIdle = useIsIdle();
  const Loaded = useLazyComponent(isIdle || isPressed, loadMenu, 'LoadedAccountMenu');
  return Loaded ? (
    createElement(Loaded, { user, isOpenAtFirst: isPressed, ...button })
  ) : (
    <button type="button" aria-haspopup="menu" {...button} onClick={() => setPressed(!isPressed)} />
  );
}
