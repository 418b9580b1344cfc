import { type FocusEvent, type KeyboardEvent, useState } from 'react';

const pageKeys: Partial<Record<string, number>> = { PageDown: 1, PageUp: -1 };

/**
 * Which row had the focus last, so that it stays rendered: a row that is removed loses the focus to the page. Page Down
 * and Page Up in a row move the focus to the same control of the row a page further.
 */
export function useRowFocus(rowIds: string[]) {
  const [focusedId, setFocusedId] = useState<string | null>(null);
  return {
    focusedId,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
      if (index !== undefined) setFocusedId(rowIds[Number(index)] ?? null);
    },
    onKeyDown: moveFocusByPages,
  };
}

const rowSelector = 'tbody tr[aria-rowindex]';

function moveFocusByPages(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget: scroller } = event;
  const direction = pageKeys[key];
  // In a date field these keys change the month.
  if (
    direction === undefined ||
    !(target instanceof HTMLElement) ||
    target.matches('input:not([type=checkbox]), select, textarea')
  )
    return;
  const row = target.closest<HTMLTableRowElement>(rowSelector);
  if (!row) return;
  event.preventDefault();
  const next = findRowAtPage(scroller, row, direction);
  const cell = next.cells[target.closest('td')?.cellIndex ?? 0];
  (cell?.querySelector<HTMLElement>('button, input') ?? next.querySelector('button'))?.focus({ preventScroll: true });
  scroller.scrollBy({ top: next.getBoundingClientRect().top - row.getBoundingClientRect().top });
}

/** The rendered row a page further, or the last one before. */
function findRowAtPage(scroller: HTMLElement, row: HTMLTableRowElement, direction: number): HTMLTableRowElement {
  const rows = [...scroller.querySelectorAll<HTMLTableRowElement>(rowSelector)];
  // The header is in the way of one row, and one stays in view.
  const rowsPerPage = Math.max(1, Math.floor(scroller.clientHeight / row.offsetHeight) - 2);
  const index = rows.indexOf(row) + direction * rowsPerPage;
  return rows[Math.min(Math.max(index, 0), rows.length - 1)] ?? row;
}
