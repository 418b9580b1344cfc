import { useState } from 'react';
import { type AdminUserView, grantableLimit, higherLimitBody } from '#domain/user/contract.ts';
import { FormDialog } from '#web/components/ui/overlay/form-dialog.tsx';
import { PriceField } from '#web/components/ui/form/price-field.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { approveHigherLimit } from './queries.ts';

/** Grants a higher limit; the user is notified by mail. */
export function ApproveLimitDialog({ user, close }: { user: AdminUserView; close: () => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const grant = useUserAction(approveHigherLimit(user.id), {
    close,
    onSuccess: ({ email, maxPriceLimit }) =>
      toast({ title: 'Higher limit granted', description: `${email}: ${formatWholeDollars(maxPriceLimit)}` }),
    errorTitle: 'Update failed',
  });
  const submit = () => {
    const parsed = higherLimitBody.safeParse({ limit: typed === '' ? Number.NaN : Number(typed) });
    const limit = parsed.data?.limit;
    if (limit === undefined) setProblem(parsed.error?.issues[0]?.message ?? 'Enter the new limit');
    else grant.start(limit);
  };
  return (
    <FormDialog
      title="Approve a higher limit"
      action="Approve"
      pending={grant.pending && 'Approving…'}
      close={close}
      submit={submit}
    >
      <PriceField
        label={`New price limit for ${user.email}`}
        autoFocus
        value={typed}
        error={problem ?? undefined}
        hint={`From ${formatWholeDollars(grantableLimit.min)} to ${formatWholeDollars(grantableLimit.max)}. The user will be notified by email.`}
        clean={(text) => text.replaceAll(/\D/g, '')}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
