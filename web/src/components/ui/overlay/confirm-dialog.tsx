import type { ReactNode } from 'react';
import { DialogButtons } from './dialog-buttons.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  action: string;
  /** The action cannot be undone. */
  isFinal?: boolean;
  pending?: string | false;
  close: () => void;
  confirm: () => void;
  children: ReactNode;
};

/** Explains an action, and asks whether to go on with it. */
export function ConfirmDialog({ title, pending = false, close, confirm, children, ...button }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={() => pending || close()}>
      <p className="mt-2 break-words text-pretty text-muted">{children}</p>
      <DialogButtons {...button} pending={pending} onClose={close} onConfirm={confirm} />
    </Dialog>
  );
}

/** Asks before edits are lost. */
export function DiscardDialog(props: Pick<ConfirmDialogProps, 'close' | 'confirm' | 'children'>) {
  return <ConfirmDialog title="Discard your changes?" action="Discard" isFinal {...props} />;
}
