import type { ReactNode } from 'react';
import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import type { AdminUserView, UserSort } from '#domain/user/contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { formatDate } from '#web/lib/format.ts';
import { MembershipStatusText } from './membership-status-text.tsx';

export type UserColumn = {
  /** The server sorts by it. */
  id: UserSort;
  title: string;
  /** Fixed, so that nothing moves when rows change. */
  widthPx: number;
  show: (user: AdminUserView) => ReactNode;
  /** The column of an export, in the words that an import reads; there is none without it. */
  exported?: { title: string; read: (user: AdminUserView) => string | number };
};

const notSetText = 'Not set';
const notSet = <span className="text-muted">{notSetText}</span>;
const formatYesNo = (value: boolean) => (value ? 'Yes' : 'No');
const showYesNo = (value: boolean) => (value ? 'Yes' : <span className="text-muted">No</span>);

/** The columns of a table of users, today's or that of a past day, and of an export. */
export const userColumns: UserColumn[] = [
  {
    id: 'email',
    title: 'Email',
    widthPx: 190,
    show: ({ email }) => (
      <span title={email} className="block truncate pl-2 font-medium">
        {email}
      </span>
    ),
    exported: { title: 'Email', read: ({ email }) => email },
  },
  {
    id: 'maxPrice',
    title: 'Max Price',
    widthPx: 106,
    show: ({ maxPrice }) => (maxPrice === null ? notSet : formatWholeDollars(maxPrice)),
    exported: { title: 'Max Price', read: ({ maxPrice }) => maxPrice ?? notSetText },
  },
  {
    id: 'mileageRadius',
    title: 'Mileage Radius',
    widthPx: 88,
    show: ({ mileageRadius }) => (mileageRadius === null ? notSet : `${mileageRadius} miles`),
    exported: { title: 'Mileage Radius', read: ({ mileageRadius }) => mileageRadius ?? notSetText },
  },
  {
    id: 'zipCode',
    title: 'ZIP Code',
    widthPx: 72,
    show: ({ zipCode }) => zipCode ?? notSet,
    exported: { title: 'ZIP Code', read: ({ zipCode }) => zipCode ?? notSetText },
  },
  {
    id: 'isAdmin',
    title: 'Admin',
    widthPx: 82,
    show: ({ isAdmin = false, isHelperAdmin }) => (isHelperAdmin ? 'Helper' : showYesNo(isAdmin)),
  },
  {
    id: 'memberSince',
    title: 'Member Since',
    widthPx: 106,
    show: ({ memberSince }) => (memberSince === null ? notSet : formatDate(memberSince)),
    exported: {
      title: 'Member Since',
      read: ({ memberSince }) => (memberSince === null ? notSetText : formatDayOrTime(memberSince)),
    },
  },
  {
    id: 'membershipStatus',
    title: 'Membership',
    widthPx: 126,
    show: ({ membershipStatus }) => <MembershipStatusText status={membershipStatus} />,
    exported: { title: 'Membership Status', read: ({ membershipStatus }) => membershipStatus },
  },
  ...optionalTypes.map(({ flag, heading }) => ({
    id: flag,
    title: heading,
    widthPx: 78,
    show: ({ [flag]: isWanted }: AdminUserView) => showYesNo(isWanted),
    exported: { title: heading, read: ({ [flag]: isWanted }: AdminUserView) => formatYesNo(isWanted) },
  })),
  {
    id: 'notificationPreference',
    title: 'Notification',
    widthPx: 106,
    show: ({ notificationPreference }) => (notificationPreference === 'daily' ? 'Daily' : 'Immediate'),
    exported: { title: 'Notification Preference', read: ({ notificationPreference }) => notificationPreference },
  },
];

/** yyyy-MM-dd for midnight in UTC, as an import reads it; any other time in full, so that nothing is lost. */
function formatDayOrTime(iso: string): string {
  return iso.replace(/T00:00:00(\.0+)?Z$/, '');
}
