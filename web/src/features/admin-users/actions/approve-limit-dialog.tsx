import { useState } from 'react';
import {
  type AdminUserView,
  adminUserView,
  grantableLimit,
  higherLimitBody,
  userPaths,
} from '#domain/user/contract.ts';
import { DialogButtons } from '#web/components/ui/overlay/dialog-buttons.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { sendAndParse } from '#web/lib/api/api.ts';
import { formatDollars } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { useUpdateCachedUser } from './use-update-cached-user.ts';

/** Grants a higher limit; the user is notified by mail. */
export function ApproveLimitDialog({ user, close }: { user: AdminUserView; close: () => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const updateCachedUser = useUpdateCachedUser();
  const grant = useUserAction({
    send: (limit: number) =>
      sendAndParse(adminUserView, 'PATCH', userPaths.higherLimit(user.id), { limit }).finally(close),
    onSuccess: (answer) => {
      toast({ title: 'Higher limit granted', description: `${answer.email}: ${formatDollars(answer.maxPriceLimit)}` });
      return updateCachedUser(answer);
    },
    errorTitle: 'Update failed',
  });
  const submit = () => {
    const parsed = higherLimitBody.safeParse({ limit: typed === '' ? Number.NaN : Number(typed) });
    const limit = parsed.data?.limit;
    if (limit === undefined) setProblem(parsed.error?.issues[0]?.message ?? 'Enter the new limit');
    else grant.start(limit);
  };
  return (
    <Dialog title="Approve a higher limit" onClose={() => grant.pending || close()}>
      <form
        noValidate
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={`New price limit for ${user.email}`}
          unit="$"
          inputMode="numeric"
          autoFocus
          value={typed}
          error={problem ?? undefined}
          hint={`From ${formatDollars(grantableLimit.min)} to ${formatDollars(grantableLimit.max)}. The user is told by mail.`}
          onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
        />
        <DialogButtons action="Approve" pending={grant.pending && 'Approving…'} onClose={close} />
      </form>
    </Dialog>
  );
}
