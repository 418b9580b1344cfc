import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Up to this many rows are all rendered; beyond it only the visible ones. */
const maxUnvirtualizedRows = 100;

type VirtualRowsOptions<T> = {
  items: readonly T[];
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  /** Always rendered, wherever it is: the user may be typing in it. */
  isPinned?: (item: T) => boolean;
};

/**
 * The visible rows of a long list; `gap` is the height in pixels of the omitted rows before a row, `after` that of
 * those after the last. Rows of another height than `rowHeight` carry `data-index` and the ref `measure`.
 */
export function useVirtualRows<T>({ items, rowHeight, scroller, isPinned }: VirtualRowsOptions<T>) {
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    rangeExtractor: (range) => {
      if (range.count <= maxUnvirtualizedRows) return items.map((_, index) => index);
      if (!isPinned) return defaultRangeExtractor(range);
      const pinnedIndexes = items.flatMap((item, index) => (isPinned(item) ? [index] : []));
      return [...new Set([...pinnedIndexes, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    },
  });
  const rows = virtualizer.getVirtualItems();
  return {
    after: virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
    shown: rows.flatMap(({ index, start }, order) => {
      const item = items[index];
      return item === undefined ? [] : [{ item, index, gap: start - (rows[order - 1]?.end ?? 0) }];
    }),
  };
}
