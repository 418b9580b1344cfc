import { DialogButtons } from '#web/components/ui/overlay/dialog-buttons.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';

export function RemovalDialog({ close, confirm }: { close: () => void; confirm: () => void }) {
  return (
    <Dialog title="Remove the announcement?" onClose={close}>
      <p className="mt-2 text-pretty text-muted">Members will read ‘No announcements at this time.’ at once.</p>
      <DialogButtons action="Remove it" close={close} onConfirm={confirm} />
    </Dialog>
  );
}
