import { createElement, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import type { ForgotPasswordInput } from './forgot-dialog.tsx';
import { requestPassword } from './queries.ts';

const loadForgotDialog = () => import('./forgot-dialog.tsx');

/** Requests a temporary password by mail for users who forgot theirs. */
export function ForgotPassword({ email }: ForgotPasswordInput) {
  const [isOpen, setOpen] = useState(false);
  const Dialog = useLazyComponent(isOpen, loadForgotDialog, 'ForgotDialog');
  const request = useUserAction(requestPassword, {
    onSuccess: () =>
      toast({ title: 'Password Reset Email Sent', description: 'Please check your email for your password.' }),
    errorTitle: 'Failed to Send Password',
  });
  const submit = (body: ForgotPasswordInput) => {
    setOpen(false);
    request.start(body);
  };
  return (
    <div className="-my-2 justify-self-end">
      <button
        type="button"
        // Not `disabled`: the focus returns to it when the dialog closes.
        aria-disabled={request.pending}
        onClick={() => setOpen(!request.pending)}
        className="rounded-md py-1.5 text-sm font-semibold text-primary underline-offset-4 hover:underline aria-disabled:cursor-progress aria-disabled:text-muted aria-disabled:no-underline"
      >
        {request.pending ? 'Sending…' : 'Forgot Password?'}
      </button>
      {isOpen &&
        Dialog &&
        createPortal(createElement(Dialog, { email, close: () => setOpen(false), submit }), document.body)}
    </div>
  );
}
