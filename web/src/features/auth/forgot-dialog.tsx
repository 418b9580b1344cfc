import { useForm } from 'react-hook-form';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { EmailField } from '#web/components/ui/email-field.tsx';
import type { Entry } from '#web/lib/session.ts';
import { rules } from './rules.ts';

export type Forgotten = Pick<Entry, 'email'>;

type ForgotDialogProps = Forgotten & { close: () => void; submit: (body: Forgotten) => void };

export function ForgotDialog({ email, close, submit }: ForgotDialogProps) {
  const { register, handleSubmit, formState } = useForm<Forgotten>({
    resolver: rules.forgot,
    defaultValues: { email },
  });
  return (
    <Dialog title="Forgot Password" onClose={close}>
      <p className="mt-2 mb-5 text-pretty text-muted">
        We send a temporary password to this address. It works once, for an hour; your current one stays good.
      </p>
      <form
        noValidate
        // The form around the link hears of this one too, as its parent in React's eyes.
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
