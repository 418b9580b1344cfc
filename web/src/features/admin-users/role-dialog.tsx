import { useState } from 'react';
import { type AdminUserView, type Role, roles } from '#domain/user/contract.ts';
import { FormDialog } from '#web/components/ui/overlay/form-dialog.tsx';
import { SelectField } from '#web/components/ui/form/select.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { changeRole } from './queries.ts';

const roleTexts: Record<Role, [name: string, explanation: string]> = {
  none: ['Member', 'Own account only.'],
  helper: ['Helper admin', 'Views users and visitors, and saves listings for users.'],
  full: ['Full admin', 'Full access, including roles.'],
};

function getRole({ isAdmin, isHelperAdmin }: AdminUserView): Role {
  return isAdmin ? 'full' : isHelperAdmin ? 'helper' : 'none';
}

export function RoleDialog({ user, close }: { user: AdminUserView; close: () => void }) {
  const [role, setRole] = useState(getRole(user));
  const change = useUserAction(changeRole(user.id), {
    close,
    onSuccess: (answer) =>
      toast({ title: 'Role updated successfully', description: `${answer.email}: ${roleTexts[getRole(answer)][0]}` }),
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
        hint={roleTexts[role][1]}
        onChange={({ target }) => setRole(roles.find((name) => name === target.value) ?? 'none')}
      >
        {roles.map((name) => (
          <option key={name} value={name}>
            {roleTexts[name][0]}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
