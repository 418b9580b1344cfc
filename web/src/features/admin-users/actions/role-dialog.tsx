import { useState } from 'react';
import { type AdminUserView, adminUserView } from '#domain/user/contract.ts';
import { adminPaths } from '#domain/user/admin.contract.ts';
import { DialogButtons } from '#web/components/ui/overlay/dialog-buttons.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { SelectField } from '#web/components/ui/form/select.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { sendAndParse } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { useUpdateCachedUser } from './use-update-cached-user.ts';

const roles = {
  none: ['No admin', 'Sees and changes their own account alone.'],
  helper: ['Helper admin', 'Sees users and visitors, and saves listings for users.'],
  full: ['Full admin', 'May do everything, this included.'],
} as const;
type Role = keyof typeof roles;

function getRole({ isAdmin, isHelperAdmin }: AdminUserView): Role {
  return isAdmin ? 'full' : isHelperAdmin ? 'helper' : 'none';
}

export function RoleDialog({ user, close }: { user: AdminUserView; close: () => void }) {
  const [role, setRole] = useState<Role>(getRole(user));
  const updateCachedUser = useUpdateCachedUser();
  const change = useUserAction({
    send: () => sendAndParse(adminUserView, 'PATCH', adminPaths.role(user.id), { role }).finally(close),
    onSuccess: (answer) => {
      toast({ title: 'Role updated successfully', description: `${answer.email}: ${roles[getRole(answer)][0]}` });
      return updateCachedUser(answer);
    },
    errorTitle: 'Update failed',
  });
  return (
    <Dialog title="Change role" onClose={() => change.pending || close()}>
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (role === getRole(user)) close();
          else change.start(undefined);
        }}
      >
        <SelectField
          label={`Role of ${user.email}`}
          value={role}
          hint={roles[role][1]}
          onChange={(event) => setRole(event.target.value as Role)}
        >
          {(Object.keys(roles) as Role[]).map((name) => (
            <option key={name} value={name}>
              {roles[name][0]}
            </option>
          ))}
        </SelectField>
        <DialogButtons action="Change role" pending={change.pending && 'Changing…'} onClose={close} />
      </form>
    </Dialog>
  );
}
