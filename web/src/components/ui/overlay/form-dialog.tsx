import type { ReactNode, SyntheticEvent } from 'react';
import { DialogButtons } from './dialog-buttons.tsx';
import { Dialog } from './dialog.tsx';

type FormDialogProps = {
  title: string;
  action: string;
  /** The action cannot be undone. */
  isFinal?: boolean;
  pending: string | false;
  close: () => void;
  submit: (event: SyntheticEvent) => unknown;
  /** The fields, and what explains them. */
  children: ReactNode;
};

/** A form that a dialog asks to fill in. */
export function FormDialog({ title, close, submit, children, ...buttons }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={() => buttons.pending || close()}>
      <form
        noValidate
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event);
        }}
      >
        {children}
        <DialogButtons {...buttons} onClose={close} />
      </form>
    </Dialog>
  );
}
