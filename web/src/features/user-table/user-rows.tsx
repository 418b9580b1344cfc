import { flexRender } from '@tanstack/react-table';
import { memo, type ReactNode } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import { SpacerRow } from '#web/components/ui/spacer-row.tsx';
import { PanelRow, TableBodyCell } from '#web/components/ui/table.tsx';
import type { TableColumn, UserRow } from './table-features.ts';

type UserRowsProps = {
  row: UserRow;
  isOpen: boolean;
  /** A prop of its own, as the row object stays the same when the columns change. */
  columns: TableColumn[];
  renderPanel: ((user: AdminUserView) => ReactNode) | undefined;
  index: number;
  gap: number;
  measure: (element: Element | null) => void;
};

/** The row of a user and, if it is open, the panel below it. Scrolling renders only the rows that appear. */
export const UserRows = memo(function UserRows({ row, isOpen, renderPanel, index, gap, measure }: UserRowsProps) {
  const cells = row.getAllCells();
  return (
    <>
      {gap > 0 && (
        <tbody>
          <SpacerRow height={gap} span={cells.length} />
        </tbody>
      )}
      <tbody ref={measure} data-index={index}>
        <tr aria-rowindex={index + 2} className="group h-14">
          {cells.map((cell) => (
            <TableBodyCell key={cell.id} isKept={cell.column.id === 'email'}>
              {flexRender(cell.column.columnDef.cell, cell.getContext())}
            </TableBodyCell>
          ))}
        </tr>
        {isOpen && <PanelRow colSpan={cells.length}>{renderPanel?.(row.original)}</PanelRow>}
      </tbody>
    </>
  );
});
