import { useQueryClient } from '@tanstack/react-query';
import { sourcePaths } from '#domain/source/contract.ts';
import { DialogButtons } from '#web/components/ui/overlay/dialog-buttons.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { send } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';

export function PauseDialog({ id, close }: { id: string; close: () => void }) {
  const queryClient = useQueryClient();
  const pause = useUserAction({
    // Closes whatever the response: a toast behind the dialog could not be reached.
    send: () => send('POST', sourcePaths.pause(id)).finally(close),
    onSuccess: () => {
      toast({ title: 'Source paused', description: id });
      return queryClient.invalidateQueries({ queryKey: ['scout'] });
    },
    errorTitle: 'Update failed',
  });
  return (
    <Dialog title="Pause this source?" onClose={() => pause.pending || close()}>
      <p className="mt-2 break-words text-pretty text-muted">
        {id} is not read, and what it sends is refused, until somebody resumes it. Members get no alerts from it
        meanwhile.
      </p>
      <DialogButtons
        action="Pause source"
        pending={pause.pending && 'Pausing…'}
        onClose={close}
        onConfirm={() => pause.start(undefined)}
      />
    </Dialog>
  );
}
