import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deadLetterPaths, type ResendAllResult, resendAllResult } from '#domain/dead-letter/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { DialogButtons } from '#web/components/ui/overlay/dialog-buttons.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { sendAndParse } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';

export function ResendAll() {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const resend = useUserAction({
    // Closes whatever the response: a toast behind the dialog could not be reached.
    send: () => sendAndParse(resendAllResult, 'POST', deadLetterPaths.resendAll).finally(() => setAsking(false)),
    onSuccess: (counts) => {
      toast({ title: 'Put back into the outbox', description: formatResult(counts) });
      return queryClient.invalidateQueries({ queryKey: ['scout'] });
    },
    errorTitle: 'Resend failed',
  });
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setAsking(true)}>
        Resend all
      </Button>
      {isAsking && (
        <Dialog title="Resend all of them?" onClose={() => resend.pending || setAsking(false)}>
          <p className="mt-2 text-pretty text-muted">
            Messages that are still wanted are sent again, and events are replayed. Fix what made them fail first, or
            they come back.
          </p>
          <DialogButtons
            action="Resend all"
            pending={resend.pending && 'Resending…'}
            onClose={() => setAsking(false)}
            onConfirm={() => resend.start(undefined)}
          />
        </Dialog>
      )}
    </>
  );
}

function formatResult({ resent, refused, left }: ResendAllResult): string {
  const parts = [`${resent} sent again`, refused > 0 && `${refused} not wanted any more`, left > 0 && `${left} left`];
  return parts.filter((part) => part !== false).join(', ');
}
