import { Button } from '#web/components/ui/button.tsx';
import { SortIcon } from '#web/components/ui/icons.tsx';
import { type RowOrder, getNextOrder, type DraftRow } from './draft-rows.ts';

type OrderButtonProps = { rows: readonly DraftRow[]; reorder: (order: RowOrder) => void };

const orderLabels = { newest: 'Newest first', oldest: 'Oldest first' };

/** Switches between newest first and oldest first. */
export function OrderButton({ rows, reorder }: OrderButtonProps) {
  const order = getNextOrder(rows);
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Reorder by date: ${orderLabels[order]}`}
      disabled={rows.length < 2}
      onClick={() => reorder(order)}
      className="disabled:cursor-default"
    >
      <SortIcon direction={null} className="size-4" />
      {orderLabels[order]}
    </Button>
  );
}
