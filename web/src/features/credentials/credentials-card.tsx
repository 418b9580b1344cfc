import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type * as z from 'zod';
import { credentialsBody, type UserView, accountEndpoints } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { EmailField } from '#web/components/ui/form/email-field.tsx';
import { PasswordField } from '#web/components/ui/form/password-field.tsx';
import { sessionsQuery } from '#web/features/security/index.ts';
import { useUserAction, type Mutation } from '#web/lib/hooks/use-user-action.ts';
import { ApiError, getErrorText, call } from '#web/lib/api/api.ts';
import { getTemporaryPassword } from '#web/lib/session/temporary-password.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { showOwnUser } from '#web/lib/session/session.ts';

type Credentials = z.infer<typeof credentialsBody>;

const changeCredentials: Mutation<Credentials, UserView> = {
  send: (body) => call(accountEndpoints.updateCredentials, { body }),
  update: (queryClient, user) => {
    showOwnUser(queryClient, user);
    // A new password ends the others.
    void queryClient.invalidateQueries(sessionsQuery);
  },
};

export function CredentialsCard({ user }: { user: UserView }) {
  const { register, handleSubmit, reset, setError, formState } = useForm<Credentials>({
    resolver: zodResolver(credentialsBody),
    values: createFormValues(user),
    resetOptions: { keepDirtyValues: true },
  });
  const update = useUserAction(changeCredentials, {
    onSuccess: (updated) => {
      reset(createFormValues(updated), { keepDirtyValues: false });
      toast({
        title: 'Credentials Updated',
        description: 'Your email and/or password have been updated successfully.',
      });
    },
    onError: (error) => {
      const field = findRefusedField(error);
      if (field) setError(field, { message: getErrorText(error) }, { shouldFocus: true });
    },
    errorTitle: 'Update failed',
  });
  return (
    <Card title="Update Credentials">
      <form noValidate onSubmit={(event) => void handleSubmit(update.start)(event)} className="grid gap-5">
        <EmailField error={formState.errors.email?.message} {...register('email')} />
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          error={formState.errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          hint="Leave blank to keep your current password"
          error={formState.errors.newPassword?.message}
          {...register('newPassword')}
        />
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          pending={update.pending && 'Updating…'}
        >
          Update Credentials
        </Button>
      </form>
    </Card>
  );
}

/** Which field the server refused, by the words of the refusal. */
function findRefusedField(error: Error): keyof Credentials | null {
  if (!(error instanceof ApiError) || error.status >= 500) return null;
  if (/^Current password/i.test(error.text)) return 'currentPassword';
  if (/password/i.test(error.text)) return 'newPassword';
  return /email/i.test(error.text) ? 'email' : null;
}

function createFormValues(user: UserView): Credentials {
  const current = user.mustChangePassword ? getTemporaryPassword() : null;
  return { email: user.email, currentPassword: current ?? '', newPassword: '' };
}
