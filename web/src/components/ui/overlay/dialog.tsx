import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { pushDialog } from '#web/lib/focus/dialog-stack.ts';

type DialogProps = {
  title: string;
  /** Called on Escape, or on a click outside. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * The browser's native modal dialog, open while it is rendered: the rest of the page is inert until it closes, and then
 * the focus returns to where it was.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    const popDialog = pushDialog(element);
    return () => {
      popDialog();
      element.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={keepFocusInside}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-card border border-line bg-surface p-0 text-text shadow-float backdrop:bg-panel-deep/60 open:animate-appear"
    >
      <div className="p-6">
        <h2 id={titleId} className="text-xl font-semibold tracking-tight text-balance">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

/** Tab cycles within the dialog; otherwise it would leave for the browser's own toolbars. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')];
  const usable = stops.filter((stop) => !stop.matches(':disabled') && stop.tabIndex >= 0);
  const [edge, other] = event.shiftKey ? [usable.at(0), usable.at(-1)] : [usable.at(-1), usable.at(0)];
  if (document.activeElement !== edge) return;
  event.preventDefault();
  other?.focus();
}
