import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResendAllResult } from '#domain/dead-letter/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { resendAllDeadLetters, resendRunQuery } from './queries.ts';

export function ResendAll({ isOffered }: { isOffered: boolean }) {
  const isRunning = useQuery(resendRunQuery).data?.endedAt === null;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const resend = useUserAction(resendAllDeadLetters, {
    close,
    onSuccess: (counts) => {
      if (counts.left === 0) toast({ title: 'Queued again', description: formatResult(counts) });
    },
    errorTitle: 'Resend failed',
  });
  if (!isOffered && !isRunning) return null;
  return (
    <>
      <Button size="small" variant="secondary" pending={isRunning && 'Resending…'} onClick={() => setAsking(true)}>
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

function formatResult({ resent, refused }: ResendAllResult): string {
  const queued = `${resent.toLocaleString('en-US')} queued`;
  return refused > 0 ? `${queued}, ${refused.toLocaleString('en-US')} no longer wanted` : queued;
}
