import { type ReactNode, useRef, useState } from 'react';
import type { ReviewItem } from '#domain/review.contract.ts';
import { useVirtualRows } from '#web/lib/hooks/use-virtual-rows.ts';
import { BulkReject } from './bulk-reject.tsx';
import { ReviewRow } from './review-row.tsx';

type ReviewListProps = {
  items: readonly ReviewItem[];
  chosenId: string | undefined;
  /** Called with an item before it is opened. */
  open: (id: string) => void;
  /** Content after the last item. */
  children: ReactNode;
};

const rowHeight = 88;

/** The pending items in short; several can be selected. */
export function ReviewList({ items, chosenId, open, children }: ReviewListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const selectedIds = items.flatMap(({ id }) => (selected.has(id) ? [id] : []));
  const rows = useVirtualRows({ items, rowHeight, scroller, isPinned: ({ id }) => id === chosenId });
  const select = (id: string, isSelected: boolean) =>
    setSelected(new Set([...selectedIds.filter((other) => other !== id), ...(isSelected ? [id] : [])]));
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <BulkReject
        items={items}
        selectedIds={selectedIds}
        select={(ids) => setSelected(new Set(ids))}
        done={() => scroller.current?.focus({ preventScroll: true })}
      />
      <div
        ref={scroller}
        role="region"
        aria-label="Waiting for review, scrollable"
        tabIndex={0}
        className="max-h-[max(24rem,calc(100dvh-17rem))] overflow-auto [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <ol>
          {rows.shown.map(({ item, index, gap }) => (
            <li key={item.id} ref={rows.measure} data-index={index} style={{ paddingTop: gap }}>
              <ReviewRow
                item={item}
                isChosen={item.id === chosenId}
                isSelected={selected.has(item.id)}
                select={(isSelected) => select(item.id, isSelected)}
                open={() => open(item.id)}
              />
            </li>
          ))}
          {rows.after > 0 && <li aria-hidden="true" style={{ height: rows.after }} />}
        </ol>
        {children}
      </div>
    </div>
  );
}
