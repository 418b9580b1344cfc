import { useState } from 'react';
import type { ResendAllResult } from '#domain/dead-letter/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { resendAllDeadLetters } from './queries.ts';

export function ResendAll() {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const resend = useUserAction(resendAllDeadLetters, {
    close,
    onSuccess: (counts) => toast({ title: 'Queued again', description: formatResult(counts) }),
    errorTitle: 'Resend failed',
  });
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setAsking(true)}>
        Resend all
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Resend all?"
          action="Resend all"
          pending={resend.pending && 'Resending…'}
          close={close}
          confirm={resend.start}
        >
          Resends messages that are still wanted and replays events. Fix the cause first, or they’ll fail again.
        </ConfirmDialog>
      )}
    </>
  );
}

function formatResult({ resent, refused, left }: ResendAllResult): string {
  const parts = [`${resent} queued`, refused > 0 && `${refused} no longer wanted`, left > 0 && `${left} left`];
  return parts.filter((part) => part !== false).join(', ');
}
