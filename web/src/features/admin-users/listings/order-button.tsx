import { Button } from '#web/components/ui/button.tsx';
import { SortIcon } from '#web/components/ui/icons.tsx';
import { type Order, orderToCome, type Row } from './rows.ts';

type OrderButtonProps = { rows: readonly Row[]; reorder: (order: Order) => void };

const words = { newest: 'Newest first', oldest: 'Oldest first' };

/** Turns the rows from the newest first to the oldest first, and back. */
export function OrderButton({ rows, reorder }: OrderButtonProps) {
  const order = orderToCome(rows);
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Reorder by date: ${words[order]}`}
      disabled={rows.length < 2}
      onClick={() => reorder(order)}
      className="disabled:cursor-default"
    >
      <SortIcon direction={null} className="size-4" />
      {words[order]}
    </Button>
  );
}
