import { Toast } from 'radix-ui';
import { createPortal } from 'react-dom';
import { joinClasses } from '#web/lib/join-classes.ts';
import { dismissToast, useToast } from '#web/lib/toast/toast.ts';
import { useTopDialog } from '#web/lib/focus/dialog-stack.ts';
import { Button } from '../button.tsx';
import { CloseIcon } from '../page-icons.tsx';

const durationMs = 5000;
const actionDurationMs = 10_000;

const variantClasses = {
  default: 'border-line bg-surface text-text',
  destructive: 'border-transparent bg-danger text-on-danger',
};

/**
 * The one visible toast, never over the control that caused it: 5 s, or 10 s with an action, dismissed by a swipe of 50
 * px to the right, reached by F8; rendered within an open dialog, as the rest is inert then.
 */
export function Toaster() {
  const toast = useToast();
  const dialog = useTopDialog();
  return (
    <Toast.Provider duration={durationMs} swipeDirection="right" swipeThreshold={50} label="Notification">
      {toast && (
        <Toast.Root
          key={toast.id}
          open={toast.open}
          duration={toast.action ? actionDurationMs : durationMs}
          onOpenChange={(open) => {
            if (!open) dismissToast(toast.id);
          }}
          className={joinClasses(
            'pointer-events-auto flex items-start gap-3 rounded-card border p-4 pr-3 shadow-float',
            'data-[state=open]:animate-toast-in data-[state=closed]:animate-toast-out',
            'data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[swipe=cancel]:translate-x-0',
            'data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-toast-swipe',
            variantClasses[toast.variant],
          )}
        >
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className="mt-0.5 text-sm break-words opacity-90">
                {toast.description}
              </Toast.Description>
            )}
          </div>
          {toast.action && (
            <Toast.Action asChild altText={toast.action.label}>
              <Button variant="secondary" size="small" onClick={toast.action.start}>
                {toast.action.label}
              </Button>
            </Toast.Action>
          )}
          <Toast.Close className="-my-1 flex size-9 shrink-0 items-center justify-center rounded-lg opacity-80 hover:opacity-100 focus-visible:outline-current">
            <CloseIcon />
            <span className="sr-only">Close</span>
          </Toast.Close>
        </Toast.Root>
      )}
      {createPortal(
        <Toast.Viewport
          hotkey={['F8']}
          label="Notifications ({hotkey})"
          className={joinClasses(
            'pointer-events-none fixed right-0 z-50 flex w-full flex-col p-4 outline-none md:max-w-[420px]',
            toast?.side === 'top' ? 'top-0 pt-[max(1rem,env(safe-area-inset-top))]' : 'bottom-(--bottom-bar)',
          )}
        />,
        dialog ?? document.body,
      )}
    </Toast.Provider>
  );
}
