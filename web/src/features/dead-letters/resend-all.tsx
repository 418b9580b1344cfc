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
    onSuccess: (counts) => toast({ title: 'Put back into the outbox', description: formatResult(counts) }),
    errorTitle: 'Resend failed',
  });
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setAsking(true)}>
        Resend all
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Resend all of them?"
          action="Resend all"
          pending={resend.pending && 'Resending…'}
          close={close}
          confirm={resend.start}
        >
          Messages that are still wanted are sent again, and events are replayed. Fix what made them fail first, or they
          come back.
        </ConfirmDialog>
      )}
    </>
  );
}

function formatResult({ resent, refused, left }: ResendAllResult): string {
  const parts = [`${resent} sent again`, refused > 0 && `${refused} not wanted any more`, left > 0 && `${left} left`];
  return parts.filter((part) => part !== false).join(', ');
}
