import { useState } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import { ConfirmActionDialog } from '#web/components/confirm-action-dialog.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/lib/toast/toast.ts';
import { resetSecondFactor } from '../queries.ts';

type SecondFactorResetProps = { user: Pick<AdminUserView, 'id' | 'email'> };

/** For a user who has lost phone, passkeys and recovery codes. */
export function SecondFactorReset({ user: { id, email } }: SecondFactorResetProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        Reset second factor
      </Button>
      {isAsking && (
        <ConfirmActionDialog
          mutation={resetSecondFactor(id)}
          title="Reset the second factor?"
          action="Reset"
          isFinal
          pending="Resetting…"
          close={() => setAsking(false)}
          onSuccess={() => toast({ title: 'Second factor reset' })}
          errorTitle="Failed to reset the second factor"
        >
          The authenticator app, passkeys and recovery codes of {email} stop working. The password alone then signs in.
          First make sure that it is this user who asks.
        </ConfirmActionDialog>
      )}
    </>
  );
}
