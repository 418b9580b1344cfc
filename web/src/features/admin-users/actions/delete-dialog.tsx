import { useQueryClient } from '@tanstack/react-query';
import type { AdminUserView } from '#domain/user/contract.ts';
import { adminPaths } from '#domain/user/admin.contract.ts';
import { DialogButtons } from '#web/components/ui/overlay/dialog-buttons.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { send } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';

export function DeleteDialog({ user, close }: { user: AdminUserView; close: () => void }) {
  const queryClient = useQueryClient();
  const remove = useUserAction({
    // Closes whatever the response: a toast behind the dialog could not be reached.
    send: () => send('DELETE', adminPaths.user(user.id)).finally(close),
    onSuccess: () => {
      toast({ title: 'User deleted successfully' });
      return queryClient.invalidateQueries({ queryKey: ['users'] });
    },
    errorTitle: 'Failed to delete user',
  });
  return (
    <Dialog title="Delete this user?" onClose={() => remove.pending || close()}>
      <p className="mt-2 break-words text-pretty text-muted">
        {user.email} is signed out everywhere and gets no more alerts. This cannot be undone.
      </p>
      <DialogButtons
        action="Delete user"
        isFinal
        pending={remove.pending && 'Deleting…'}
        onClose={close}
        onConfirm={() => remove.start(undefined)}
      />
    </Dialog>
  );
}
