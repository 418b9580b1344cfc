import { useState } from 'react';
import { type AdminUserView, type Role, roles } from '#domain/user/contract.ts';
import { FormDialog } from '#web/components/ui/overlay/form-dialog.tsx';
import { Options, SelectField } from '#web/components/ui/form/select.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { changeRole } from './queries.ts';
import { roleNames } from './role-names.ts';

const explanations: Record<Role, string> = {
  none: 'Own account only.',
  helper: 'Views users and visitors, and saves listings for users.',
  full: 'Full access, including roles.',
};

function getRole({ isAdmin, isHelperAdmin }: AdminUserView): Role {
  return isAdmin ? 'full' : isHelperAdmin ? 'helper' : 'none';
}

export function RoleDialog({ user, close }: { user: AdminUserView; close: () => void }) {
  const [role, setRole] = useState(getRole(user));
  const change = useUserAction(changeRole(user.id), {
    close,
    onSuccess: (answer) =>
      toast({ title: 'Role updated successfully', description: `${answer.email}: ${roleNames[getRole(answer)]}` }),
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
        hint={explanations[role]}
        onChange={({ target }) => setRole(roles.find((name) => name === target.value) ?? 'none')}
      >
        <Options choices={roles.map((name) => [name, roleNames[name]])} />
      </SelectField>
    </FormDialog>
  );
}
