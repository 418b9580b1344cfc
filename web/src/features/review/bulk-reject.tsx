import { useState } from 'react';
import type { ReviewItem } from '#domain/review.contract.ts';
import { maxBulkIds } from '#domain/shared/bulk.contract.ts';
import { ReasonDialog } from '#web/components/reason-dialog.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/form/checkbox.tsx';
import { formatCount } from '#web/lib/format.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { rejectItems } from './queries.ts';

type BulkRejectProps = {
  items: readonly ReviewItem[];
  selectedIds: readonly string[];
  select: (ids: readonly string[]) => void;
  /** The selection is gone, and the button that had the focus is disabled. */
  done: () => void;
};

/** Selects all listed items, and rejects the selected ones with one reason. */
export function BulkReject({ items, selectedIds, select, done }: BulkRejectProps) {
  const [isAsking, setAsking] = useState(false);
  const all = items.slice(0, maxBulkIds);
  const count = selectedIds.length;
  return (
    <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line px-4 py-1.5 text-sm">
      <Checkbox
        label={count === 0 ? 'Select all' : `${count.toLocaleString('en-US')} selected`}
        checked={count > 0 && count === all.length}
        onChange={({ target }) => select(target.checked ? all.map(({ id }) => id) : [])}
      />
      <Button variant="secondary" size="small" disabled={count === 0} onClick={() => setAsking(true)}>
        Reject selected
      </Button>
      {isAsking && <RejectDialog ids={selectedIds} close={() => setAsking(false)} done={done} />}
    </div>
  );
}

type RejectDialogProps = { ids: readonly string[]; close: () => void; done: () => void };

function RejectDialog({ ids, close, done }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const { start, pending } = useUserAction(rejectItems, {
    onSuccess: ({ done: count, failed }) => {
      const description = failed[0] && `${failed.length.toLocaleString('en-US')} not rejected: ${failed[0].reason}`;
      toast({ title: `${formatCount(count, 'listing')} rejected`, ...(description && { description }) });
      close();
      // Runs after the dialog closed, which returns the focus first.
      setTimeout(done);
    },
    errorTitle: 'Couldn’t save your decision',
  });
  const what = formatCount(ids.length, 'listing');
  return (
    <ReasonDialog
      title={`Reject ${what}?`}
      action={`Reject ${what}`}
      isFinal
      pending={pending && 'Rejecting…'}
      placeholder="Not a property"
      reason={reason}
      setReason={setReason}
      close={close}
      submit={(text) => start({ ids: [...ids], reason: text })}
    >
      They leave the queue and no alerts go out for them. This can’t be undone.
    </ReasonDialog>
  );
}
