import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';
import { ChevronDownIcon } from './icons.tsx';

type TableRegionProps = ComponentProps<'div'> & {
  label: string;
  /** Content below an open row is large: it gets the whole window. */
  isTall?: boolean;
  /** Whether it ends the card that it is in. */
  isLast?: boolean;
};

/** The scroll container of a table in a card. */
export function TableRegion({ label, isTall = false, isLast = true, ...rest }: TableRegionProps) {
  return (
    <div
      role="region"
      aria-label={`${label}, scrollable`}
      tabIndex={0}
      {...rest}
      className={joinClasses(
        // The browser would take the space of rows that are not rendered for content that moves, and scroll along.
        '[overflow-anchor:none] @container -mx-5 overflow-auto border-t border-line sm:-mx-6',
        isTall ? 'max-h-[max(42rem,92dvh)]' : 'max-h-[min(42rem,75dvh)]',
        isLast && '-mb-5 rounded-b-card sm:-mb-6',
      )}
    />
  );
}

export const tableClasses = 'w-full table-fixed border-separate border-spacing-0 text-left text-sm';

type TableHeadCellProps = Omit<ComponentProps<'th'>, 'className' | 'style'> & { widthPx: number; isKept: boolean };

/** The title of a column; a kept one stays in view while the table scrolls. */
export function TableHeadCell({ widthPx, isKept, ...rest }: TableHeadCellProps) {
  return (
    <th
      scope="col"
      {...rest}
      style={{ width: widthPx }}
      className={joinClasses(
        'sticky top-0 border-b border-line bg-surface py-1 first:pl-3 sm:first:pl-4',
        isKept ? 'left-0 z-20 max-md:w-40!' : 'z-10',
      )}
    />
  );
}

export const headTextClasses = 'px-2 font-semibold text-muted';

type TableBodyCellProps = Omit<ComponentProps<'td'>, 'className'> & { isKept: boolean; isActive?: boolean };

export function TableBodyCell({ isKept, isActive = false, ...rest }: TableBodyCellProps) {
  return (
    <td
      {...rest}
      className={joinClasses(
        'border-b border-line px-2 transition-colors group-hover:bg-sunken first:pl-3 last:pr-3 sm:first:pl-4',
        isActive ? 'bg-primary-soft' : 'bg-surface',
        isKept && 'sticky left-0 z-[1]',
      )}
    />
  );
}

type RowTitleProps = { isOpen: boolean; toggle: () => void; label: string; children: ReactNode };

/** The title of a row, after the button that opens and closes the panel below it. */
export function RowTitle({ isOpen, toggle, label, children }: RowTitleProps) {
  return (
    <span className="flex min-h-9 items-center gap-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={toggle}
        className="grid size-8 shrink-0 place-items-center rounded-lg text-muted hover:text-primary"
      >
        <ChevronDownIcon className={joinClasses('size-4 transition-transform', !isOpen && '-rotate-90')} />
      </button>
      {children}
    </span>
  );
}

export const rowTitleClasses = 'line-clamp-2 font-medium wrap-anywhere max-md:line-clamp-3 max-md:text-xs';
export const rowLinkClasses = joinClasses(rowTitleClasses, 'tap-target text-primary hover:underline');

type PanelRowProps = Omit<ComponentProps<'td'>, 'className'>;

/** What opens below a row; it stays in view while the table scrolls to the side. */
export function PanelRow({ children, ...rest }: PanelRowProps) {
  return (
    <tr>
      <td {...rest} className="border-b border-line bg-sunken p-0">
        <div className="sticky left-0 w-[min(100%,100cqw)] p-4 sm:p-6">{children}</div>
      </td>
    </tr>
  );
}
