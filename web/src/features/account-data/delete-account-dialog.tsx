import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type DeleteAccountRequest, deleteAccountBody } from '#domain/account-data/contract.ts';
import { FormDialog } from '#web/components/ui/overlay/form-dialog.tsx';
import { PasswordField } from '#web/components/ui/form/password-field.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { deleteOwnAccount } from './queries.ts';

export function DeleteAccountDialog({ close }: { close: () => void }) {
  const { register, handleSubmit, formState } = useForm<DeleteAccountRequest>({
    resolver: zodResolver(deleteAccountBody),
    defaultValues: { currentPassword: '' },
  });
  const removal = useUserAction(deleteOwnAccount, {
    close,
    onSuccess: () => toast({ title: 'Account deleted', description: 'Your account and what we held on you are gone.' }),
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
        You are signed out everywhere and get no more alerts. Your email address, ZIP code and saved listings become
        unreadable for everybody, in the history too. This cannot be undone. A paid subscription is not cancelled by
        this: cancel it with the payment provider.
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
