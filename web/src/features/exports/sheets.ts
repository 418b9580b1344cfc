import type { AdminUserView } from '#domain/user/contract.ts';
import type { VisitorView } from '#domain/visit/admin.contract.ts';
import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { formatTime } from '#web/lib/format.ts';
import type { Sheet } from './sheet.ts';

const notSet = 'Not set';
const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

/** The columns that an import takes; a password is never among them. */
export function usersSheet(users: readonly AdminUserView[]): Sheet {
  return {
    header: [
      ...['Email', 'Max Price', 'Mileage Radius', 'ZIP Code', 'Member Since', 'Membership Status'],
      ...['Mobile Homes', 'Raw Land', 'Tiny Homes', 'Notification Preference'],
    ],
    rows: users.map((user) => [
      user.email,
      user.maxPrice ?? notSet,
      user.mileageRadius ?? notSet,
      user.zipCode ?? notSet,
      user.memberSince === null ? notSet : dayOrTime(user.memberSince),
      user.membershipStatus,
      yesNo(user.includeMobileHomes),
      yesNo(user.includeRawLand),
      yesNo(user.includeTinyHomes),
      user.notificationPreference,
    ]),
  };
}

/** yyyy-MM-dd for a day's midnight in UTC, as an import reads it; another time whole, so that nothing is lost. */
function dayOrTime(iso: string): string {
  return iso.replace(/T00:00:00(\.0+)?Z$/, '');
}

/** Times are in the viewer's zone; `nameOf` tells who an actor is. */
export function logsSheet(entries: readonly WorkflowLogEntry[], nameOf: (userId: string) => string): Sheet {
  return {
    header: ['Date', 'User', 'Action', 'Details'],
    rows: entries.map(({ timestamp, userId, action, details }) => [
      formatTime(timestamp),
      nameOf(userId),
      action,
      details,
    ]),
  };
}

/** Times are in the viewer's zone. */
export function visitorsSheet(visitors: readonly VisitorView[]): Sheet {
  return {
    header: ['Date', 'IP Address', 'State', 'City', 'Country', 'Referrer', 'User Agent'],
    rows: visitors.map(({ timestamp, ipAddress, state, city, country, referrer, userAgent }) => [
      formatTime(timestamp),
      ...[ipAddress, state, city, country, referrer, userAgent].map((value) => value ?? notSet),
    ]),
  };
}
