import { ConfirmDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { pauseSource } from './queries.ts';

export function PauseDialog({ id, close }: { id: string; close: () => void }) {
  const pause = useUserAction(pauseSource(id), {
    close,
    onSuccess: () => toast({ title: 'Source paused', description: id }),
    errorTitle: 'Update failed',
  });
  return (
    <ConfirmDialog
      title="Pause this source?"
      action="Pause source"
      pending={pause.pending && 'Pausing…'}
      close={close}
      confirm={pause.start}
    >
      We’ll stop reading {id} and reject what it sends. Members get no alerts from it until it’s resumed.
    </ConfirmDialog>
  );
}
