import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { AdminUserView, UserSort, UserView } from '#domain/user/contract.ts';
import { formatDollars } from '#web/lib/format.ts';
import { ActionsMenu } from '../actions/actions-menu.tsx';
import { EmailCell } from '../actions/email-cell.tsx';
import { MemberSince } from '../actions/member-since.tsx';
import { MembershipStatusCell } from '../actions/membership-status-cell.tsx';
import { PasswordCell } from '../actions/password-cell.tsx';
import { columnHelper, type features } from './table-features.ts';

const notSetText = <span className="text-muted">Not set</span>;
const formatYesNo = (value: boolean) => (value ? 'Yes' : <span className="text-muted">No</span>);

/** The value of a column is never read: the server sorts. */
export type UserColumn = ColumnDef<typeof features, AdminUserView>;

/** A column that the server sorts by `id`; `size` in pixels is fixed, so that nothing moves when rows change. */
function createSortableColumn(
  id: UserSort,
  header: string,
  size: number,
  show: (user: AdminUserView) => ReactNode,
): UserColumn {
  return columnHelper.accessor<(user: AdminUserView) => unknown, unknown>(({ [id]: value }) => value, {
    id,
    header,
    size,
    cell: ({ row }) => show(row.original),
  });
}

/** A column that cannot be sorted. */
function createPlainColumn(
  id: string,
  header: string,
  size: number,
  show: (user: AdminUserView) => ReactNode,
): UserColumn {
  return columnHelper.display({ id, header, size, cell: ({ row }) => show(row.original) });
}

function formatRole({ isAdmin, isHelperAdmin }: AdminUserView): ReactNode {
  return isAdmin ? 'Yes' : isHelperAdmin ? 'Helper' : formatYesNo(false);
}

/** The columns that a viewer sees: only full admins see roles and may change an account. */
export function createUserColumns(viewer: UserView): UserColumn[] {
  const isFull = viewer.isAdmin;
  return [
    columnHelper.accessor<(user: AdminUserView) => unknown, unknown>(({ email }) => email, {
      id: 'email',
      header: 'Email',
      size: 202,
      cell: ({ row }) => (
        <EmailCell email={row.original.email} isOpen={row.getIsExpanded()} toggle={() => row.toggleExpanded()} />
      ),
    }),
    createPlainColumn('password', 'Password', 112, (user) => <PasswordCell userId={user.id} mayReveal={isFull} />),
    createSortableColumn('maxPrice', 'Max Price', 96, (user) => <MaxPrice user={user} />),
    createSortableColumn('mileageRadius', 'Mileage Radius', 92, ({ mileageRadius }) =>
      mileageRadius === null ? notSetText : `${mileageRadius} miles`,
    ),
    createSortableColumn('zipCode', 'ZIP Code', 78, ({ zipCode }) => zipCode ?? notSetText),
    ...(isFull ? [createSortableColumn('isAdmin', 'Admin', 82, formatRole)] : []),
    createSortableColumn('memberSince', 'Member Since', 106, (user) => <MemberSince user={user} mayChange={isFull} />),
    createSortableColumn('membershipStatus', 'Membership', 132, (user) => (
      <MembershipStatusCell user={user} mayChange={isFull} />
    )),
    ...optionalTypes.map(({ flag, heading }) =>
      createSortableColumn(flag, heading, 80, ({ [flag]: isWanted }) => formatYesNo(isWanted)),
    ),
    createSortableColumn('notificationPreference', 'Notification', 106, ({ notificationPreference }) =>
      notificationPreference === 'daily' ? 'Daily' : 'Immediate',
    ),
    createPlainColumn('actions', 'Actions', 116, (user) => <ActionsMenu user={user} viewer={viewer} />),
  ];
}

function MaxPrice({ user: { maxPrice, requestedHigherLimit } }: { user: AdminUserView }) {
  return (
    <span className="flex flex-col items-start">
      {maxPrice === null ? notSetText : formatDollars(maxPrice)}
      {requestedHigherLimit && (
        <span className="rounded-full bg-warm-soft px-1.5 text-[0.6875rem] font-semibold whitespace-nowrap text-on-warm-soft">
          wants more
        </span>
      )}
    </span>
  );
}
