import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { compact } from '#domain/shared/compact.contract.ts';
import type { AdminUserView, UserSort, UserView } from '#domain/user/contract.ts';
import {
  columnHelper,
  createTableColumn,
  type TableColumn,
  type UserColumn,
  userColumns,
  type UserRow,
} from '#web/features/user-table/index.ts';
import { rowLinkClasses, RowTitle } from '#web/components/ui/table.tsx';
import { getPageSetting } from '#web/lib/page/page-settings.ts';
import { SelectLoadedUsers, SelectUser } from './bulk/select-cells.tsx';
import { ActionsMenu } from './actions-menu.tsx';
import { MemberSince } from './member-since.tsx';
import { MembershipToggle } from './membership-toggle.tsx';
import { PasswordCell } from './password-cell.tsx';

type Cells = Partial<Record<UserSort, (row: UserRow, column: UserColumn) => ReactNode>>;

/** The cells that do more than show their value. */
const cells: Cells = {
  email: (row) => <EmailCell user={row.original} isOpen={row.getIsExpanded()} toggle={() => row.toggleExpanded()} />,
  maxPrice: ({ original: user }, { show }) => (
    <span className="flex flex-col items-start">
      {show(user)}
      {user.requestedHigherLimit && (
        <span className="rounded-full bg-warm-soft px-1.5 text-[0.6875rem] font-semibold whitespace-nowrap text-on-warm-soft">
          Limit requested
        </span>
      )}
    </span>
  ),
};

const fullAdminCells: Cells = {
  ...cells,
  memberSince: ({ original }) => <MemberSince user={original} />,
  membershipStatus: ({ original }) => <MembershipToggle user={original} />,
};

/** The columns that a viewer sees: only full admins see roles and may change an account. */
export function createUserColumns(viewer: UserView): TableColumn[] {
  const isFull = viewer.isAdmin;
  const mayReveal = isFull && getPageSetting('password-reveal') !== 'off';
  const [email, ...others] = userColumns
    .filter(({ id }) => isFull || id !== 'isAdmin')
    .map((column) => {
      const cell = (isFull ? fullAdminCells : cells)[column.id];
      return createTableColumn(column, cell && ((row) => cell(row, column)));
    });
  return compact([
    columnHelper.display({
      id: 'select',
      header: SelectLoadedUsers,
      size: 40,
      cell: ({ row }) => <SelectUser user={row.original} />,
    }),
    email,
    columnHelper.display({
      id: 'password',
      header: 'Password',
      size: 112,
      cell: ({ row }) => <PasswordCell userId={row.original.id} mayReveal={mayReveal} />,
    }),
    ...others,
    columnHelper.display({
      id: 'actions',
      header: 'Actions',
      size: 122,
      cell: ({ row }) => <ActionsMenu user={row.original} viewer={viewer} />,
    }),
  ]);
}

type EmailCellProps = { user: AdminUserView; isOpen: boolean; toggle: () => void };

/** Leads to the page of the user; its button opens and closes the content below the row. */
function EmailCell({ user: { id, email }, isOpen, toggle }: EmailCellProps) {
  return (
    <RowTitle isOpen={isOpen} toggle={toggle} label={`Listings of ${email}`}>
      <Link to="/admin/users/$id" params={{ id }} title={email} className={rowLinkClasses}>
        {email}
      </Link>
    </RowTitle>
  );
}
