import {
  type ColumnDef,
  columnSizingFeature,
  createColumnHelper,
  type Row,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import type { UserColumn } from './user-columns.tsx';

export const features = tableFeatures({ columnSizingFeature, rowSortingFeature, rowExpandingFeature });
export const columnHelper = createColumnHelper<typeof features, AdminUserView>();

export type UserRow = Row<typeof features, AdminUserView>;
/** The value of a column is never read: the server sorts. */
export type TableColumn = ColumnDef<typeof features, AdminUserView>;

/** A column that the server sorts by; `cell` shows more than its value. */
export function createTableColumn(
  { id, title, widthPx, show }: UserColumn,
  cell: (row: UserRow) => ReactNode = ({ original }) => show(original),
): TableColumn {
  return columnHelper.accessor<(user: AdminUserView) => unknown, unknown>(({ [id]: value }) => value, {
    id,
    header: title,
    size: widthPx,
    cell: ({ row }) => cell(row),
  });
}
