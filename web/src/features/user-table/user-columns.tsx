import type { ReactNode } from 'react';
import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import { type AdminUserView, defaultMaxPrice, standardPriceLimit, type UserSort } from '#domain/user/contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { formatCalendarDate } from '#web/lib/format.ts';
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
const defaultPrice = <span className="text-muted">{formatWholeDollars(defaultMaxPrice)} (default)</span>;
/** 'yyyy-MM-dd', with which an ISO time begins: an import leaves a time on that day as it is. */
const dayLength = 10;
const formatYesNo = (value: boolean) => (value ? 'Yes' : 'No');
const showYesNo = (value: boolean) => (value ? 'Yes' : <span className="text-muted">No</span>);

/** The columns of a table of users, today's or that of a past day, and of an export. */
export const userColumns: UserColumn[] = [
  {
    id: 'email',
    title: 'Email',
    widthPx: 212,
    show: ({ email }) => (
      <span title={email} className="line-clamp-2 pl-2 font-medium wrap-anywhere">
        {email}
      </span>
    ),
    exported: { title: 'Email', read: ({ email }) => email },
  },
  {
    id: 'maxPrice',
    title: 'Max Price',
    widthPx: 104,
    show: ({ maxPrice, maxPriceLimit }) => (
      <>
        {maxPrice === null ? defaultPrice : formatWholeDollars(maxPrice)}
        {maxPriceLimit > standardPriceLimit && (
          <span className="block text-xs text-muted">Limit {formatWholeDollars(maxPriceLimit)}</span>
        )}
      </>
    ),
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
    widthPx: 68,
    show: ({ zipCode }) => zipCode ?? notSet,
    exported: { title: 'ZIP Code', read: ({ zipCode }) => zipCode ?? notSetText },
  },
  {
    id: 'isAdmin',
    title: 'Admin',
    widthPx: 78,
    show: ({ isAdmin = false, isHelperAdmin }) => (isHelperAdmin ? 'Helper' : showYesNo(isAdmin)),
  },
  {
    id: 'memberSince',
    title: 'Member Since',
    widthPx: 92,
    show: ({ memberSince }) => (memberSince === null ? notSet : formatCalendarDate(memberSince)),
    exported: {
      title: 'Member Since',
      read: ({ memberSince }) => (memberSince === null ? notSetText : memberSince.slice(0, dayLength)),
    },
  },
  {
    id: 'membershipStatus',
    title: 'Membership',
    widthPx: 116,
    show: ({ membershipStatus }) => <MembershipStatusText status={membershipStatus} />,
    exported: { title: 'Membership Status', read: ({ membershipStatus }) => membershipStatus },
  },
  ...optionalTypes.map(({ flag, heading }) => ({
    id: flag,
    title: heading,
    widthPx: 72,
    show: ({ [flag]: isWanted }: AdminUserView) => showYesNo(isWanted),
    exported: { title: heading, read: ({ [flag]: isWanted }: AdminUserView) => formatYesNo(isWanted) },
  })),
  {
    id: 'notificationPreference',
    title: 'Notification',
    widthPx: 104,
    show: ({ notificationPreference }) => (notificationPreference === 'daily' ? 'Daily' : 'Immediate'),
    exported: { title: 'Notification Preference', read: ({ notificationPreference }) => notificationPreference },
  },
];
