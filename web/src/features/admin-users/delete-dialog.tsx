import type { AdminUserView } from '#domain/user/contract.ts';
import { ConfirmDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { deleteUser } from './queries.ts';

export function DeleteDialog({ user, close }: { user: AdminUserView; close: () => void }) {
  const remove = useUserAction(deleteUser(user.id), {
    close,
    onSuccess: () => toast({ title: 'User deleted successfully' }),
    errorTitle: 'Failed to delete user',
  });
  return (
    <ConfirmDialog
      title="Delete this user?"
      action="Delete user"
      isFinal
      pending={remove.pending && 'Deleting…'}
      close={close}
      confirm={remove.start}
    >
      {user.email} will be signed out everywhere and stop receiving alerts. This cannot be undone.
    </ConfirmDialog>
  );
}
