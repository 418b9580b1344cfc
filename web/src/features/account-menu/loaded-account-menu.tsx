import { type ComponentProps, useState } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator, type OpenedBy } from '#web/components/ui/overlay/menu.tsx';
import { DeleteAccountDialog, useDataDownload } from '#web/features/account-data/index.ts';
import { leave } from '#web/features/sign-out/index.ts';
import { useReturnFocus } from '#web/lib/focus/use-return-focus.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { readTheme, saveTheme, themes } from '#web/lib/page/theme.ts';
import { AccountLinks } from './account-links.tsx';

type LoadedAccountMenuProps = { user: UserView; openedBy: OpenedBy | null } & Omit<
  ComponentProps<'button'>,
  'ref' | 'type'
>;

/** What users do with their own account, from every page. */
export function LoadedAccountMenu({ user, openedBy, ...button }: LoadedAccountMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const download = useDataDownload();
  const logout = useUserAction(leave, { errorTitle: 'Logout failed' });
  const returnFocus = useReturnFocus(isDeleting);
  return (
    <>
      <Menu align="end" openedBy={openedBy} trigger={<button type="button" {...button} ref={returnFocus} />}>
        <p className="max-w-64 truncate px-3 py-1.5 text-muted">{user.email}</p>
        <MenuSeparator />
        <AccountLinks />
        <MenuSeparator />
        <ThemeChoice />
        <MenuSeparator />
        <MenuItem disabled={download.pending} onSelect={() => download.start()}>
          {download.pending ? 'Preparing your data…' : 'Download my data'}
        </MenuItem>
        <MenuItem tone="danger" onSelect={() => setDeleting(true)}>
          Delete account…
        </MenuItem>
        <MenuSeparator />
        <MenuItem disabled={logout.pending} onSelect={() => logout.start()}>
          {logout.pending ? 'Logging out…' : 'Logout'}
        </MenuItem>
      </Menu>
      {isDeleting && <DeleteAccountDialog close={() => setDeleting(false)} />}
    </>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <MenuChoice
      label="Theme"
      value={theme}
      choices={themes.map((one) => [one, capitalize(one)])}
      onChange={(newTheme) => {
        saveTheme(newTheme);
        setTheme(newTheme);
      }}
    />
  );
}
