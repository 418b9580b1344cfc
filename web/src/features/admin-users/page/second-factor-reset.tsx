import { useState } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { resetSecondFactor } from '../queries.ts';

type UserProps = { user: Pick<AdminUserView, 'id' | 'email'> };

/** For a user who has lost phone, passkeys and recovery codes. */
export function SecondFactorReset({ user }: UserProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        Reset second factor
      </Button>
      {isAsking && <ResetDialog user={user} close={() => setAsking(false)} />}
    </>
  );
}

function ResetDialog({ user: { id, email }, close }: UserProps & { close: () => void }) {
  const reset = useUserAction(resetSecondFactor(id), {
    close,
    onSuccess: () => toast({ title: 'Second factor reset' }),
    errorTitle: 'Failed to reset the second factor',
  });
  return (
    <ConfirmDialog
      title="Reset the second factor?"
      action="Reset"
      isFinal
      pending={reset.pending && 'Resetting…'}
      close={close}
      confirm={reset.start}
    >
      The authenticator app, passkeys and recovery codes of {email} stop working. The password alone then signs in.
      First make sure that it is this user who asks.
    </ConfirmDialog>
  );
}
