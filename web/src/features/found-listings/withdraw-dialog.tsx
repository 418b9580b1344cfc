import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { withdrawBody, withdrawPath } from '#domain/listing/withdraw.contract.ts';
import { DialogButtons } from '#web/components/ui/overlay/dialog-buttons.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { send } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';

type WithdrawDialogProps = {
  listing: FoundListing;
  reason: string;
  setReason: (reason: string) => void;
  close: () => void;
  /** The button that opened the dialog is about to be removed, and the focus with it. */
  done: () => void;
};

/** Withdraws a listing; a reason is required. */
export function WithdrawDialog({ listing: { id, title }, reason, setReason, close, done }: WithdrawDialogProps) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const withdraw = useUserAction({
    // Closes whatever the response: a toast behind the dialog could not be reached.
    send: (body: { reason: string }) => send('POST', withdrawPath(id), body).finally(close),
    onSuccess: () => {
      toast({ title: 'Listing withdrawn', description: title });
      // Runs after the dialog closed, which returns the focus first.
      setTimeout(done);
      return queryClient.invalidateQueries({ queryKey: ['listings'] });
    },
    errorTitle: 'Update failed',
  });
  const submit = () => {
    const { data, error } = withdrawBody.safeParse({ reason });
    if (data) withdraw.start(data);
    else setProblem(reason.trim() === '' ? 'Say why' : (error.issues[0]?.message ?? 'Say why'));
  };
  return (
    <Dialog title="Withdraw this listing?" onClose={() => withdraw.pending || close()}>
      <form
        noValidate
        className="mt-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="mb-4 text-pretty wrap-anywhere text-muted">
          {title} is told to nobody any more, neither by the daily mails nor by those that still wait to be sent. Who
          was told already keeps it on the dashboard. It comes back only at its lowest price yet, or entered by an
          admin.
        </p>
        <TextField
          label="Reason"
          autoComplete="off"
          autoFocus
          maxLength={200}
          placeholder="Sold"
          value={reason}
          error={problem ?? undefined}
          hint="It stands in the workflow log."
          onChange={({ target }) => {
            setReason(target.value);
            setProblem(null);
          }}
        />
        <DialogButtons action="Withdraw listing" pending={withdraw.pending && 'Withdrawing…'} onClose={close} />
      </form>
    </Dialog>
  );
}
