import { useState } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import { FormDialog } from '#web/components/ui/overlay/form-dialog.tsx';
import { SelectField } from '#web/components/ui/form/select.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { changeRole, type RoleName } from './queries.ts';

const roles: Record<RoleName, [name: string, explanation: string]> = {
  none: ['No admin', 'Sees and changes their own account alone.'],
  helper: ['Helper admin', 'Sees users and visitors, and saves listings for users.'],
  full: ['Full admin', 'May do everything, this included.'],
};
const roleNames = ['none', 'helper', 'full'] as const;

function getRole({ isAdmin, isHelperAdmin }: AdminUserView): RoleName {
  return isAdmin ? 'full' : isHelperAdmin ? 'helper' : 'none';
}

export function RoleDialog({ user, close }: { user: AdminUserView; close: () => void }) {
  const [role, setRole] = useState(getRole(user));
  const change = useUserAction(changeRole(user.id), {
    close,
    onSuccess: (answer) =>
      toast({ title: 'Role updated successfully', description: `${answer.email}: ${roles[getRole(answer)][0]}` }),
    errorTitle: 'Update failed',
  });
  return (
    <FormDialog
      title="Change role"
      action="Change role"
      pending={change.pending && 'Changing…'}
      close={close}
      submit={() => (role === getRole(user) ? close() : change.start(role))}
    >
      <SelectField
        label={`Role of ${user.email}`}
        value={role}
        hint={roles[role][1]}
        onChange={({ target }) => setRole(roleNames.find((name) => name === target.value) ?? 'none')}
      >
        {roleNames.map((name) => (
          <option key={name} value={name}>
            {roles[name][0]}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
