import type { ReactNode } from 'react';
import { compact } from '#domain/shared/compact.contract.ts';
import type { UserSort, UserView } from '#domain/user/contract.ts';
import {
  columnHelper,
  createTableColumn,
  type TableColumn,
  type UserColumn,
  userColumns,
  type UserRow,
} from '#web/features/user-table/index.ts';
import { ChevronDownIcon } from '#web/components/ui/icons.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { ActionsMenu } from './actions-menu.tsx';
import { MemberSince } from './member-since.tsx';
import { MembershipToggle } from './membership-toggle.tsx';
import { PasswordCell } from './password-cell.tsx';

type Cells = Partial<Record<UserSort, (row: UserRow, column: UserColumn) => ReactNode>>;

/** The cells that do more than show their value. */
const cells: Cells = {
  email: (row) => (
    <EmailCell email={row.original.email} isOpen={row.getIsExpanded()} toggle={() => row.toggleExpanded()} />
  ),
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
  const [email, ...others] = userColumns
    .filter(({ id }) => isFull || id !== 'isAdmin')
    .map((column) => {
      const cell = (isFull ? fullAdminCells : cells)[column.id];
      return createTableColumn(column, cell && ((row) => cell(row, column)));
    });
  return compact([
    email,
    columnHelper.display({
      id: 'password',
      header: 'Password',
      size: 112,
      cell: ({ row }) => <PasswordCell userId={row.original.id} mayReveal={isFull} />,
    }),
    ...others,
    columnHelper.display({
      id: 'actions',
      header: 'Actions',
      size: 135,
      cell: ({ row }) => <ActionsMenu user={row.original} viewer={viewer} />,
    }),
  ]);
}

type EmailCellProps = { email: string; isOpen: boolean; toggle: () => void };

/** Opens and closes the content below the row. */
function EmailCell({ email, isOpen, toggle }: EmailCellProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`Listings of ${email}`}
      title={email}
      onClick={toggle}
      className="flex max-w-full min-h-9 items-center gap-1.5 rounded-lg text-left font-medium hover:text-primary"
    >
      <ChevronDownIcon
        className={joinClasses('size-4 shrink-0 text-muted transition-transform', !isOpen && '-rotate-90')}
      />
      <span className="truncate">{email}</span>
    </button>
  );
}
