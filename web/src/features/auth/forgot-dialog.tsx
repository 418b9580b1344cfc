import { Button } from '#web/components/ui/button.tsx';
import { EmailField } from '#web/components/ui/form/email-field.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import type { SignInCredentials } from '#web/lib/session/sign-in.ts';
import { useCheckedForm } from './use-checked-form.ts';

export type ForgotPasswordInput = Pick<SignInCredentials, 'email'>;

type ForgotDialogProps = ForgotPasswordInput & { close: () => void; submit: (body: ForgotPasswordInput) => void };

export function ForgotDialog({ email, close, submit }: ForgotDialogProps) {
  const { errors, form } = useCheckedForm('forgotPasswordBody', submit);
  return (
    <Dialog title="Forgot Password" onClose={close}>
      <p className="mt-2 mb-5 text-pretty text-muted">
        We’ll email you a temporary password. It works once and expires in an hour. Your current password still works.
      </p>
      <form {...form}>
        <EmailField name="email" defaultValue={email} error={errors['email']} />
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
