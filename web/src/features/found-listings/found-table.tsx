import { useCallback, useEffect, useRef, useState } from 'react';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { SpacerRow } from '#web/components/ui/spacer-row.tsx';
import { headTextClasses, tableClasses, TableHeadCell, TableRegion } from '#web/components/ui/table.tsx';
import { useLoadAtEnd } from '#web/lib/hooks/use-load-at-end.ts';
import { useRowFocus } from '#web/lib/hooks/use-row-focus.ts';
import { useVirtualRows } from '#web/lib/hooks/use-virtual-rows.ts';
import { foundColumns, tableWidthPx } from './found-columns.tsx';
import { FoundRow } from './found-row.tsx';

const rowHeight = 64;

type FoundTableProps = {
  /** Differs where the filters do: the list then begins at its start. */
  listKey: string;
  listings: FoundListing[];
  total: number;
  /** The listing that a link leads to: its details are open. */
  linkedId: string | undefined;
  /** The listing whose pin was clicked last. */
  picked: string | undefined;
  active: readonly string[];
  onActive: (ids: readonly string[]) => void;
  onEnd: () => void;
};

/** The visible rows, each with the details that it opens below itself. */
export function FoundTable({ listKey, listings, total, linkedId, picked, active, onActive, onEnd }: FoundTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [listKey]);
  const { isOpen, toggle } = useOpenRows(linkedId);
  const { focusedId, ...focusEvents } = useRowFocus(listings.map(({ id }) => id));
  const isPinned = ({ id }: FoundListing) => isOpen(id) || id === focusedId || id === picked;
  const rows = useVirtualRows({ items: listings, rowHeight, scroller, isPinned });
  useLoadAtEnd(rows.shown.at(-1)?.index ?? 0, listings.length, onEnd);
  return (
    <TableRegion ref={scroller} label="Found listings" {...focusEvents}>
      <table aria-rowcount={total + 1} className={tableClasses} style={{ minWidth: tableWidthPx }}>
        <thead>
          <tr aria-rowindex={1}>
            {foundColumns.map(({ title, widthPx }, nth) => (
              <TableHeadCell key={title} widthPx={widthPx} isKept={nth === 0}>
                <span className={headTextClasses}>{title}</span>
              </TableHeadCell>
            ))}
          </tr>
        </thead>
        {rows.shown.map(({ item, index, gap }) => (
          <FoundRow
            key={item.id}
            listing={item}
            index={index}
            gap={gap}
            isOpen={isOpen(item.id)}
            isActive={active.includes(item.id)}
            toggle={toggle}
            onActive={onActive}
            measure={rows.measure}
          />
        ))}
        <tbody>
          <SpacerRow height={rows.after} span={foundColumns.length} />
        </tbody>
      </table>
    </TableRegion>
  );
}

/** Which rows are open; the linked one is until it is closed. */
function useOpenRows(linkedId: string | undefined) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return { isOpen: (id: string) => toggled.has(id) !== (id === linkedId), toggle };
}
