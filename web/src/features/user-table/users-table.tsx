import { type ExpandedState, type SortingState, useTable } from '@tanstack/react-table';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import { SpacerRow } from '#web/components/ui/spacer-row.tsx';
import { TableRegion, tableClasses } from '#web/components/ui/table.tsx';
import { useLoadAtEnd } from '#web/lib/hooks/use-load-at-end.ts';
import { useRowFocus } from '#web/lib/hooks/use-row-focus.ts';
import { useVirtualRows } from '#web/lib/hooks/use-virtual-rows.ts';
import { features, type TableColumn } from './table-features.ts';
import { TableHead } from './table-head.tsx';
import { UserRows } from './user-rows.tsx';

const rowHeight = 56;

export type UsersTableProps = {
  label: string;
  /** Differs where the order or the filters do: the list then begins at its start. */
  listKey: string;
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
export function UsersTable({ label, listKey, total, renderPanel, onEnd, ...rest }: UsersTableProps) {
  const { users, columns } = rest;
  const { table, isOpen } = useExpandableTable(rest);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [listKey]);
  const { focusedId, ...focusEvents } = useRowFocus(users.map(({ id }) => id));
  const rows = useVirtualRows({
    items: table.getRowModel().rows,
    rowHeight,
    scroller,
    isPinned: (row) => row.getIsExpanded() || row.id === focusedId,
  });
  useLoadAtEnd(rows.shown.at(-1)?.index ?? 0, users.length, onEnd);
  return (
    <TableRegion ref={scroller} label={label} isTall={isOpen} isLast={users.length > 0} {...focusEvents}>
      <table aria-rowcount={total + 1} className={tableClasses} style={{ minWidth: table.getTotalSize() }}>
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
    </TableRegion>
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
