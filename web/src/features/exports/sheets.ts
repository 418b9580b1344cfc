import { optionalTypes, typeFlags } from '#domain/listing/property-types.contract.ts';
import type { AdminUserView } from '#domain/user/contract.ts';
import type { VisitorView } from '#domain/visit/admin.contract.ts';
import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { formatTime } from '#web/lib/format.ts';
import type { ExportSheet } from './sheet.ts';

const notSetText = 'Not set';
const formatYesNo = (value: boolean) => (value ? 'Yes' : 'No');

/** The columns that an import accepts; a password is never among them. */
export function createUsersSheet(users: readonly AdminUserView[]): ExportSheet {
  return {
    header: [
      ...['Email', 'Max Price', 'Mileage Radius', 'ZIP Code', 'Member Since', 'Membership Status'],
      ...optionalTypes.map(({ heading }) => heading),
      'Notification Preference',
    ],
    rows: users.map((user) => [
      user.email,
      user.maxPrice ?? notSetText,
      user.mileageRadius ?? notSetText,
      user.zipCode ?? notSetText,
      user.memberSince === null ? notSetText : formatDayOrTime(user.memberSince),
      user.membershipStatus,
      ...typeFlags.map((flag) => formatYesNo(user[flag])),
      user.notificationPreference,
    ]),
  };
}

/** yyyy-MM-dd for midnight in UTC, as an import reads it; any other time in full, so that nothing is lost. */
function formatDayOrTime(iso: string): string {
  return iso.replace(/T00:00:00(\.0+)?Z$/, '');
}

/** Times are in the viewer's zone; `nameOf` returns the name of an actor. */
export function createLogsSheet(
  entries: readonly WorkflowLogEntry[],
  getActorName: (userId: string) => string,
): ExportSheet {
  return {
    header: ['Date', 'User', 'Action', 'Details'],
    rows: entries.map(({ timestamp, userId, action, details }) => [
      formatTime(timestamp),
      getActorName(userId),
      action,
      details,
    ]),
  };
}

/** Times are in the viewer's zone. */
export function createVisitorsSheet(visitors: readonly VisitorView[]): ExportSheet {
  return {
    header: ['Date', 'IP Address', 'State', 'City', 'Country', 'Referrer', 'User Agent'],
    rows: visitors.map(({ timestamp, ipAddress, state, city, country, referrer, userAgent }) => [
      formatTime(timestamp),
      ...[ipAddress, state, city, country, referrer, userAgent].map((value) => value ?? notSetText),
    ]),
  };
}
