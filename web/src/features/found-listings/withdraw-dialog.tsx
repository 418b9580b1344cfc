import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { ReasonDialog } from '#web/components/reason-dialog.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { withdrawFoundListing } from './queries.ts';

type WithdrawDialogProps = {
  listing: FoundListing;
  reason: string;
  setReason: (reason: string) => void;
  close: () => void;
};

/** Withdraws a listing; a reason is required. */
export function WithdrawDialog({ listing: { id, title }, ...dialog }: WithdrawDialogProps) {
  const withdraw = useUserAction(withdrawFoundListing(id), {
    close: dialog.close,
    onSuccess: () => toast({ title: 'Listing withdrawn', description: title }),
    errorTitle: 'Update failed',
  });
  return (
    <ReasonDialog
      {...dialog}
      title="Withdraw this listing?"
      action="Withdraw listing"
      pending={withdraw.pending && 'Withdrawing…'}
      placeholder="Sold"
      submit={(reason) => withdraw.start({ reason })}
    >
      No further alerts will go out for <bdi>{title}</bdi>. Members who already got it keep it on their dashboard. It is
      relisted only at a new lowest price or by an admin.
    </ReasonDialog>
  );
}
