import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type DeleteAccountRequest, deleteAccountBody } from '#domain/account-data.contract.ts';
import { FormDialog } from '#web/components/ui/overlay/form-dialog.tsx';
import { PasswordField } from '#web/components/ui/form/password-field.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { ApiError } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { deleteOwnAccount } from './queries.ts';

export function DeleteAccountDialog({ close }: { close: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<DeleteAccountRequest>({
    resolver: zodResolver(deleteAccountBody),
    defaultValues: { currentPassword: '' },
  });
  const removal = useUserAction(deleteOwnAccount, {
    onError: (error) => {
      if (error instanceof ApiError && error.status === 400)
        setError('currentPassword', { message: error.text }, { shouldFocus: true });
    },
    onSuccess: () => toast({ title: 'Account deleted', description: 'Your account and data have been deleted.' }),
    errorTitle: 'Failed to delete account',
  });
  return (
    <FormDialog
      title="Delete your account?"
      action="Delete account"
      isFinal
      pending={removal.pending && 'Deleting…'}
      close={close}
      submit={handleSubmit(removal.start)}
    >
      <p className="mb-5 text-pretty text-muted">
        You’ll be signed out everywhere and stop receiving alerts. Your email, ZIP and saved listings are permanently
        erased. This doesn’t cancel a paid subscription.
      </p>
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        error={formState.errors.currentPassword?.message}
        {...register('currentPassword')}
      />
    </FormDialog>
  );
}
