import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useForm } from 'react-hook-form';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { EmailField } from '#web/components/ui/form/email-field.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import type { SignInCredentials } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { requestPassword } from './queries.ts';
import { lazyResolvers } from './lazy-resolvers.ts';

type ForgotPasswordInput = Pick<SignInCredentials, 'email'>;

/** Requests a temporary password by mail for users who forgot theirs. */
export function ForgotPassword({ email }: ForgotPasswordInput) {
  const [isOpen, setOpen] = useState(false);
  const request = useUserAction(requestPassword, {
    onSuccess: () =>
      toast({ title: 'Password Reset Email Sent', description: 'Please check your email for your password.' }),
    errorTitle: 'Failed to Send Password',
  });
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
        createPortal(
          <ForgotDialog
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

type ForgotDialogProps = ForgotPasswordInput & { close: () => void; submit: (body: ForgotPasswordInput) => void };

function ForgotDialog({ email, close, submit }: ForgotDialogProps) {
  const { register, handleSubmit, formState } = useForm<ForgotPasswordInput>({
    resolver: lazyResolvers.forgot,
    defaultValues: { email },
  });
  return (
    <Dialog title="Forgot Password" onClose={close}>
      <p className="mt-2 mb-5 text-pretty text-muted">
        We’ll email you a temporary password. It works once and expires in an hour. Your current password still works.
      </p>
      <form
        noValidate
        // React events bubble to the form around the link, its parent in the component tree.
        onSubmit={(event) => {
          event.stopPropagation();
          void handleSubmit(submit)(event);
        }}
      >
        <EmailField error={formState.errors.email?.message} {...register('email')} />
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">Send Password</Button>
        </div>
      </form>
    </Dialog>
  );
}
