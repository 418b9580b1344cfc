import type { ReactNode } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import { formatDate, formatDollars } from '#web/lib/format.ts';
import { MembershipStatus } from './membership-status.tsx';
import type { SortValue } from './sort.ts';

export type Column = {
  title: string;
  /** In pixels: fixed, so that nothing moves while rows come and go. */
  width: number;
  value: (user: AdminUserView) => SortValue;
  show: (user: AdminUserView) => ReactNode;
};

const notSet = <span className="text-muted">Not set</span>;

function flag(title: string, width: number, value: (user: AdminUserView) => boolean): Column {
  return { title, width, value, show: (user) => (value(user) ? 'Yes' : <span className="text-muted">No</span>) };
}

const admin: Column = {
  title: 'Admin',
  width: 84,
  value: ({ isAdmin, isHelperAdmin }) => (isAdmin ? 2 : Number(isHelperAdmin ?? false)),
  show: ({ isAdmin, isHelperAdmin }) =>
    isAdmin ? 'Yes' : isHelperAdmin ? 'Helper' : <span className="text-muted">No</span>,
};

/** The columns that a viewer sees: only full admins learn who is an admin, and may change a membership. */
export function columnsFor({ isAdmin }: { isAdmin: boolean }): Column[] {
  return [
    {
      title: 'Email',
      width: 204,
      value: ({ email }) => email,
      show: ({ email }) => (
        <span title={email} className="block truncate font-medium">
          {email}
        </span>
      ),
    },
    {
      title: 'Max Price',
      width: 104,
      value: ({ maxPrice }) => maxPrice,
      show: ({ maxPrice }) => (maxPrice === null ? notSet : formatDollars(maxPrice)),
    },
    {
      title: 'Mileage Radius',
      width: 140,
      value: ({ mileageRadius }) => mileageRadius,
      show: ({ mileageRadius }) => (mileageRadius === null ? notSet : `${mileageRadius} miles`),
    },
    { title: 'ZIP Code', width: 98, value: ({ zipCode }) => zipCode, show: ({ zipCode }) => zipCode ?? notSet },
    ...(isAdmin ? [admin] : []),
    {
      title: 'Member Since',
      width: 128,
      value: ({ memberSince }) => memberSince,
      show: ({ memberSince }) => (memberSince === null ? notSet : formatDate(memberSince)),
    },
    {
      title: 'Membership',
      width: 138,
      value: ({ membershipStatus }) => membershipStatus,
      show: (user) => <MembershipStatus user={user} mayChange={isAdmin} />,
    },
    flag('Mobile Homes', 130, ({ includeMobileHomes }) => includeMobileHomes),
    flag('Raw Land', 98, ({ includeRawLand }) => includeRawLand),
    flag('Tiny Homes', 112, ({ includeTinyHomes }) => includeTinyHomes),
    {
      title: 'Notification',
      width: 118,
      value: ({ notificationPreference }) => notificationPreference,
      show: ({ notificationPreference }) => (notificationPreference === 'daily' ? 'Daily' : 'Immediate'),
    },
  ];
}
