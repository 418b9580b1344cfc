import type { UserBulkAction } from '#domain/user/admin.contract.ts';
import { ConfirmDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { formatCount } from '#web/lib/format.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { changeUsers } from './queries.ts';
import { bulkActions, describeOutcome, joinFirst } from './bulk-actions.ts';
import { useSelection } from './selection.ts';

/** Changes the selected users; those that could not be changed stay selected. */
export function BulkDialog({ action, close }: { action: UserBulkAction; close: () => void }) {
  const { selected, replace } = useSelection();
  const users = [...selected.values()];
  const { label, pending, consequence } = bulkActions[action];
  const change = useUserAction(changeUsers(action), {
    close,
    onSuccess: (outcome) => {
      toast(describeOutcome(action, outcome, (id) => selected.get(id)?.email ?? id));
      replace(users.filter(({ id }) => outcome.failed.some((failure) => failure.id === id)));
    },
    errorTitle: 'Update failed',
  });
  return (
    <ConfirmDialog
      title={`${label} for ${formatCount(users.length, 'user')}?`}
      action={label}
      pending={change.pending && pending}
      close={close}
      confirm={() => change.start(users.map(({ id }) => id))}
    >
      {consequence} {joinFirst(users.map(({ email }) => email))}.
    </ConfirmDialog>
  );
}
