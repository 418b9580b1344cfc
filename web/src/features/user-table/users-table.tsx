import { type ExpandedState, type SortingState, useTable } from '@tanstack/react-table';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import { SpacerRow } from '#web/components/ui/spacer-row.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useVirtualRows } from '#web/lib/hooks/use-virtual-rows.ts';
import { features, type TableColumn } from './table-features.ts';
import { TableHead } from './table-head.tsx';
import { UserRows } from './user-rows.tsx';

const rowHeight = 56;
/** The next page is requested at most this many rows before the end of the loaded ones. */
const prefetchRowCount = 40;

export type UsersTableProps = {
  label: string;
  users: AdminUserView[];
  total: number;
  columns: TableColumn[];
  /** What opens below the row of a user. */
  renderPanel?: (user: AdminUserView) => ReactNode;
  sorting: SortingState;
  onSorting: (sorting: SortingState) => void;
  onEnd: () => void;
};

/** The visible rows, each with what it opens below itself. */
export function UsersTable({ label, total, renderPanel, onEnd, ...rest }: UsersTableProps) {
  const { users, columns } = rest;
  const { table, isOpen } = useExpandableTable(rest);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualRows({
    items: table.getRowModel().rows,
    rowHeight,
    scroller,
    isPinned: (row) => row.getIsExpanded(),
  });
  useLoadMore(rows.shown.at(-1)?.index ?? 0, users.length, onEnd);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={`${label}, scrollable`}
      tabIndex={0}
      className={joinClasses(
        '@container -mx-5 overflow-auto border-t border-line sm:-mx-6',
        // The content below an open row is large: it gets the whole window.
        isOpen ? 'max-h-[max(42rem,92dvh)]' : 'max-h-[min(42rem,75dvh)]',
        users.length > 0 && '-mb-5 rounded-b-card sm:-mb-6',
      )}
    >
      <table
        aria-rowcount={total + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-left text-sm"
        style={{ minWidth: table.getTotalSize() }}
      >
        <TableHead headers={table.getFlatHeaders()} />
        {rows.shown.map(({ item, index, gap }) => (
          <UserRows
            key={item.id}
            row={item}
            isOpen={item.getIsExpanded()}
            columns={columns}
            renderPanel={renderPanel}
            measure={rows.measure}
            index={index}
            gap={gap}
          />
        ))}
        <tbody>
          <SpacerRow height={rows.after} span={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

type TableProps = Pick<UsersTableProps, 'users' | 'columns' | 'sorting' | 'onSorting'>;

/** `isOpen`: whether anything is open below any row. */
function useExpandableTable({ users, columns, sorting, onSorting }: TableProps) {
  const [expanded, setExpanded] = useState<ExpandedState>({});
  const table = useTable({
    features,
    columns,
    data: users,
    getRowId: ({ id }) => id,
    getRowCanExpand: () => true,
    manualSorting: true,
    manualExpanding: true,
    sortDescFirst: false,
    enableSortingRemoval: false,
    state: { expanded, sorting },
    onExpandedChange: setExpanded,
    onSortingChange: (next) => onSorting(typeof next === 'function' ? next(sorting) : next),
  });
  return { table, isOpen: Object.values(expanded).some(Boolean) };
}

/** Requests more rows when the last visible one is near the end of the loaded ones. */
function useLoadMore(last: number, rowCount: number, onEnd: () => void): void {
  useEffect(() => {
    if (last >= rowCount - prefetchRowCount) onEnd();
  }, [last, rowCount, onEnd]);
}
