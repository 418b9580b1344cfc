import { useState } from 'react';
import { createPortal } from 'react-dom';
import { userPaths } from '#domain/user/plain.contract.ts';
import { useAction } from '#web/lib/action.ts';
import { send } from '#web/lib/api.ts';
import { toast, toastFailure } from '#web/lib/toast.ts';
import type { Forgotten, ForgotDialog } from './forgot-dialog.tsx';

const failure = 'Failed to Send Password';

/** The way out for who does not know their password: a temporary one by mail. */
export function ForgotPassword({ email }: Forgotten) {
  const [isOpen, setOpen] = useState(false);
  // Its code comes when the form is first touched, and stays: from then on it opens at once.
  const [Dialog, setDialog] = useState<typeof ForgotDialog | null>(null);
  const request = useAction({
    send: (body: Forgotten) => send('POST', userPaths.forgotPassword, body),
    done: () =>
      toast({ title: 'Password Reset Email Sent', description: 'Please check your email for your password.' }),
    failure,
  });
  const open = () => {
    if (request.pending) return;
    setOpen(true);
    if (Dialog) return;
    import('./forgot-dialog.tsx').then(
      (code) => setDialog(() => code.ForgotDialog),
      () => {
        setOpen(false);
        toastFailure(failure, new Error('The server cannot be reached.'));
      },
    );
  };
  return (
    <div className="-my-2 justify-self-end">
      <button
        type="button"
        // Not `disabled`: the focus comes back to it when the dialog closes.
        aria-disabled={request.pending}
        onClick={open}
        className="rounded-md py-1.5 text-sm font-semibold text-primary underline-offset-4 hover:underline aria-disabled:cursor-progress aria-disabled:text-muted aria-disabled:no-underline"
      >
        {request.pending ? 'Sending…' : 'Forgot Password?'}
      </button>
      {isOpen &&
        Dialog &&
        createPortal(
          <Dialog
            email={email}
            close={() => setOpen(false)}
            submit={(body) => {
              setOpen(false);
              request.start(body);
            }}
          />,
          document.body,
        )}
    </div>
  );
}
