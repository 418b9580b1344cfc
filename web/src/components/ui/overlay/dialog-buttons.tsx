import { Button } from '../button.tsx';

type DialogButtonsProps = {
  action: string;
  /** What it does cannot be undone. */
  isFinal?: boolean;
  pending?: string | false;
  close: () => void;
  onConfirm?: () => void;
};

/** Cancel, and the one that does it; without `onConfirm` that submits the form it stands in. */
export function DialogButtons({ action, isFinal = false, pending = false, close, onConfirm }: DialogButtonsProps) {
  return (
    <div className="mt-6 flex flex-wrap-reverse justify-end gap-3">
      <Button variant="secondary" disabled={pending !== false} onClick={close}>
        Cancel
      </Button>
      <Button
        type={onConfirm ? 'button' : 'submit'}
        variant={isFinal ? 'danger' : 'primary'}
        pending={pending}
        {...(onConfirm && { onClick: onConfirm })}
      >
        {action}
      </Button>
    </div>
  );
}
