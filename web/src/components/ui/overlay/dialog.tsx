import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { pushDialog } from '#web/lib/focus/dialog-stack.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { CloseIcon } from '../page-icons.tsx';

const placements = {
  center: { frame: 'm-auto w-[calc(100%-2rem)] max-w-md rounded-card', content: 'p-6', header: '' },
  wide: { frame: 'm-auto w-[calc(100%-2rem)] max-w-2xl rounded-card', content: 'p-6', header: '' },
  bottom: {
    frame: 'mx-auto mt-auto mb-0 max-h-[94dvh] w-full max-w-2xl rounded-t-card border-b-0',
    content: 'px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]',
    header: 'sticky top-0 z-10 -mx-5 flex items-center justify-between gap-3 bg-surface px-5 py-2',
  },
};

type DialogProps = {
  title: string;
  /** Called on Escape, or on a click outside. */
  onClose: () => void;
  /** `bottom`: a sheet for phones, as high as its content allows, with a button that closes it. */
  placement?: keyof typeof placements;
  children: ReactNode;
};

/**
 * The browser's native modal dialog, open while it is rendered: the rest of the page is inert until it closes, and then
 * the focus returns to where it was.
 */
export function Dialog({ title, onClose, placement = 'center', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { frame, content, header } = placements[placement];
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
      className={joinClasses(
        'border border-line bg-surface p-0 text-text shadow-float backdrop:bg-panel-deep/60 open:animate-appear',
        frame,
      )}
    >
      <div className={content}>
        <div className={header}>
          <h2 id={titleId} className="text-xl font-semibold tracking-tight text-balance">
            {title}
          </h2>
          {placement === 'bottom' && <CloseButton onClose={onClose} />}
        </div>
        {children}
      </div>
    </dialog>
  );
}

function CloseButton({ onClose }: Pick<DialogProps, 'onClose'>) {
  return (
    <button
      type="button"
      onClick={onClose}
      className="-mr-2 flex size-11 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-text"
    >
      <CloseIcon />
      <span className="sr-only">Close</span>
    </button>
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
