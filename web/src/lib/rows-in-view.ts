import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Up to so many rows all are in the page; past it only those in view. */
const wholeUpTo = 100;

type Rows<T> = { items: readonly T[]; rowHeight: number; scroller: RefObject<HTMLElement | null> };

/** Those of a long list that are in view, and how much room the others take before and after. In pixels. */
export function useRowsInView<T>({ items, rowHeight, scroller }: Rows<T>) {
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    rangeExtractor: (range) =>
      range.count <= wholeUpTo
        ? Array.from({ length: range.count }, (_, index) => index)
        : defaultRangeExtractor(range),
  });
  const rows = virtualizer.getVirtualItems();
  return {
    before: rows[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0),
    shown: rows.flatMap(({ index }) => {
      const item = items[index];
      return item === undefined ? [] : [{ item, index }];
    }),
  };
}
