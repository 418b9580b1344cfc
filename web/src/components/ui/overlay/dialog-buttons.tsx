import { Button } from '../button.tsx';

type DialogButtonsProps = {
  action: string;
  /** The action cannot be undone. */
  isFinal?: boolean;
  pending?: string | false;
  onClose: () => void;
  onConfirm?: () => void;
};

/** Cancel, and the button that confirms; without `onConfirm` it submits the enclosing form. */
export function DialogButtons({ action, isFinal = false, pending = false, onClose, onConfirm }: DialogButtonsProps) {
  return (
    <div className="mt-6 flex flex-wrap-reverse justify-end gap-3">
      <Button variant="secondary" disabled={pending !== false} onClick={onClose}>
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
