import { useState } from 'react';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { withdrawBody } from '#domain/listing/found-listings.contract.ts';
import { FormDialog } from '#web/components/ui/overlay/form-dialog.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { withdrawFoundListing } from './queries.ts';

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
  const [problem, setProblem] = useState<string | null>(null);
  const withdraw = useUserAction(withdrawFoundListing(id), {
    close,
    onSuccess: () => {
      toast({ title: 'Listing withdrawn', description: title });
      // Runs after the dialog closed, which returns the focus first.
      setTimeout(done);
    },
    errorTitle: 'Update failed',
  });
  const submit = () => {
    const { data, error } = withdrawBody.safeParse({ reason });
    if (data) withdraw.start(data);
    else setProblem(reason.trim() === '' ? 'Enter a reason' : (error.issues[0]?.message ?? 'Enter a reason'));
  };
  return (
    <FormDialog
      title="Withdraw this listing?"
      action="Withdraw listing"
      pending={withdraw.pending && 'Withdrawing…'}
      close={close}
      submit={submit}
    >
      <p className="mb-4 text-pretty wrap-anywhere text-muted">
        No further alerts will go out for <bdi>{title}</bdi>. Members who already got it keep it on their dashboard. It
        is relisted only at a new lowest price or by an admin.
      </p>
      <TextField
        label="Reason"
        autoComplete="off"
        autoFocus
        maxLength={200}
        placeholder="Sold"
        value={reason}
        error={problem ?? undefined}
        hint="Saved in the workflow log."
        onChange={({ target }) => {
          setReason(target.value);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}
