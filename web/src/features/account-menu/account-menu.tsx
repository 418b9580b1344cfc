import { type ComponentProps, createElement, useState } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import type { OpenedBy } from '#web/components/ui/overlay/menu.tsx';
import { useIsIdle } from '#web/lib/hooks/use-is-idle.ts';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';

/** They open a menu, beside a pointer that is pressed. The release may come when the button is another element. */
const openingKeys: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown']);

const loadMenu = () => import('./loaded-account-menu.tsx');

type AccountMenuProps = { user: UserView } & Omit<ComponentProps<'button'>, 'type'>;

/**
 * The button that opens the account menu. The menu's code is loaded after the page; the button looks the same, keeps
 * the focus, and a press opens the menu when its code is there.
 */
export function AccountMenu({ user, ...button }: AccountMenuProps) {
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null);
  const [isFocused, setFocused] = useState(false);
  const isIdle = useIsIdle();
  const Loaded = useLazyComponent(isIdle || openedBy !== null, loadMenu, 'LoadedAccountMenu');
  return Loaded ? (
    createElement(Loaded, { user, openedBy, autoFocus: isFocused, ...button })
  ) : (
    <button
      type="button"
      aria-haspopup="menu"
      {...button}
      onPointerDown={({ button: pressed, ctrlKey }) => pressed === 0 && !ctrlKey && setOpenedBy('pointer')}
      onKeyDown={({ key }) => openingKeys.has(key) && setOpenedBy('keyboard')}
      onClick={() => setOpenedBy((before) => before ?? 'keyboard')}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
  );
}
