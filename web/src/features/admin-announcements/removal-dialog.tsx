import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';

export function RemovalDialog({ close, confirm }: { close: () => void; confirm: () => void }) {
  return (
    <Dialog title="Remove the announcement?" onClose={close}>
      <p className="mt-2 text-pretty text-muted">Members will read ‘No announcements at this time.’ at once.</p>
      <div className="mt-6 flex flex-wrap-reverse justify-end gap-3">
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
        <Button onClick={confirm}>Remove it</Button>
      </div>
    </Dialog>
  );
}
