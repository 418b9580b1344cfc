import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResendAllResult } from '#domain/dead-letter/contract.ts';
import { ConfirmActionDialog } from '#web/components/confirm-action-dialog.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/lib/toast/toast.ts';
import { resendAllDeadLetters, resendRunQuery } from './queries.ts';

export function ResendAll({ isOffered }: { isOffered: boolean }) {
  const isRunning = useQuery(resendRunQuery).data?.endedAt === null;
  const [isAsking, setAsking] = useState(false);
  if (!isOffered && !isRunning) return null;
  return (
    <>
      <Button size="small" variant="secondary" pending={isRunning && 'Resending…'} onClick={() => setAsking(true)}>
        Resend all
      </Button>
      {isAsking && (
        <ConfirmActionDialog
          mutation={resendAllDeadLetters}
          title="Resend all?"
          action="Resend all"
          pending="Resending…"
          close={() => setAsking(false)}
          onSuccess={reportQueued}
          errorTitle="Resend failed"
        >
          Resends messages that are still wanted and replays events. Fix the cause first, or they’ll fail again.
        </ConfirmActionDialog>
      )}
    </>
  );
}

function reportQueued({ resent, refused, left }: ResendAllResult): void {
  if (left > 0) return;
  const queued = `${resent.toLocaleString('en-US')} queued`;
  const description = refused > 0 ? `${queued}, ${refused.toLocaleString('en-US')} no longer wanted` : queued;
  toast({ title: 'Queued again', description });
}
