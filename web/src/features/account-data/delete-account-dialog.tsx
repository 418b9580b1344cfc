import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type DeleteAccountRequest, deleteAccountBody } from '#domain/account-data/contract.ts';
import { DialogButtons } from '#web/components/ui/overlay/dialog-buttons.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { PasswordField } from '#web/components/ui/form/password-field.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { clearSession } from '#web/lib/session/sign-out.ts';
import { deleteAccount } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast/toast.ts';

export function DeleteAccountDialog({ close }: { close: () => void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState } = useForm<DeleteAccountRequest>({
    resolver: zodResolver(deleteAccountBody),
    defaultValues: { currentPassword: '' },
  });
  const removal = useUserAction({
    // Closes whatever the response: a toast behind the dialog could not be reached.
    send: (confirmation: DeleteAccountRequest) => deleteAccount(confirmation).finally(close),
    onSuccess: () => {
      clearSession(queryClient);
      toast({ title: 'Account deleted', description: 'Your account and what we held on you are gone.' });
    },
    errorTitle: 'Failed to delete account',
  });
  return (
    <Dialog title="Delete your account?" onClose={() => removal.pending || close()}>
      <p className="mt-2 text-pretty text-muted">
        You are signed out everywhere and get no more alerts. Your email address, ZIP code and saved listings become
        unreadable for everybody, in the history too. This cannot be undone. A paid subscription is not cancelled by
        this: cancel it with the payment provider.
      </p>
      <form noValidate onSubmit={(event) => void handleSubmit(removal.start)(event)} className="mt-5">
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          error={formState.errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <DialogButtons action="Delete account" isFinal pending={removal.pending && 'Deleting…'} onClose={close} />
      </form>
    </Dialog>
  );
}
