import { DialogButtons } from '#web/components/ui/overlay/dialog-buttons.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';

export function RemovalDialog({ onClose, onConfirm }: { onClose: () => void; onConfirm: () => void }) {
  return (
    <Dialog title="Remove the announcement?" onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">Members will read ‘No announcements at this time.’ at once.</p>
      <DialogButtons action="Remove it" onClose={onClose} onConfirm={onConfirm} />
    </Dialog>
  );
}
