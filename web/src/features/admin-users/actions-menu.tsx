import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminUserView, UserView } from '#domain/user/contract.ts';
import { ConfirmActionDialog } from '#web/components/confirm-action-dialog.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/components/ui/overlay/menu.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { useReturnFocus } from '#web/lib/focus/use-return-focus.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { ApproveLimitDialog } from './approve-limit-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { clearLimitRequest, deleteUser } from './queries.ts';

type ActionsMenuProps = { user: AdminUserView; viewer: UserView };
type DialogName = 'approve' | 'role' | 'delete';

const dialogs = { approve: ApproveLimitDialog, role: RoleDialog, delete: DeleteDialog };

/** The actions on a user; admins can neither delete nor promote themselves. */
export function ActionsMenu({ user, viewer }: ActionsMenuProps) {
  const [asking, setAsking] = useState<DialogName | null>(null);
  const clear = useUserAction(clearLimitRequest(user.id), {
    onSuccess: () => toast({ title: 'Higher limit request cleared successfully' }),
    errorTitle: 'Failed to clear request',
  });
  const returnFocus = useReturnFocus(clear.pending || asking !== null);
  const mayManage = viewer.isAdmin && viewer.id !== user.id;
  if (!viewer.isAdmin && !user.requestedHigherLimit) {
    return (
      <span ref={returnFocus} tabIndex={-1} className="text-muted">
        –
      </span>
    );
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <MenuTrigger
            ref={returnFocus}
            aria-label={`Actions for ${user.email}`}
            disabled={clear.pending}
            aria-busy={clear.pending}
          >
            {clear.pending ? 'Clearing…' : 'Actions'}
          </MenuTrigger>
        }
      >
        {user.requestedHigherLimit && (
          <RequestItems clear={() => clear.start(undefined)} approve={viewer.isAdmin && (() => setAsking('approve'))} />
        )}
        {viewer.isAdmin && (
          <MenuItem asChild>
            <Link to="/admin/history/as-of" search={{ user: user.id }}>
              Time Travel
            </Link>
          </MenuItem>
        )}
        {mayManage && <AccountItems openDialog={setAsking} />}
      </Menu>
      <ActionDialog dialog={asking} user={user} close={() => setAsking(null)} />
    </>
  );
}

type ActionDialogProps = { dialog: DialogName | null; user: AdminUserView; close: () => void };

function ActionDialog({ dialog, user, close }: ActionDialogProps) {
  if (dialog === null) return null;
  const DialogComponent = dialogs[dialog];
  return <DialogComponent user={user} close={close} />;
}

function RequestItems({ clear, approve }: { clear: () => void; approve: false | (() => void) }) {
  return (
    <>
      <MenuItem onSelect={clear}>Clear request</MenuItem>
      {approve && <MenuItem onSelect={approve}>Approve with a new limit…</MenuItem>}
    </>
  );
}

function AccountItems({ openDialog }: { openDialog: (asking: DialogName) => void }) {
  return (
    <>
      <MenuItem onSelect={() => openDialog('role')}>Change role…</MenuItem>
      <MenuItem tone="danger" onSelect={() => openDialog('delete')}>
        Delete…
      </MenuItem>
    </>
  );
}

function DeleteDialog({ user, close }: { user: AdminUserView; close: () => void }) {
  return (
    <ConfirmActionDialog
      mutation={deleteUser(user.id)}
      title="Delete this user?"
      action="Delete user"
      isFinal
      pending="Deleting…"
      close={close}
      onSuccess={() => toast({ title: 'User deleted successfully' })}
      errorTitle="Failed to delete user"
    >
      {user.email} will be signed out everywhere and stop receiving alerts. This cannot be undone.
    </ConfirmActionDialog>
  );
}
