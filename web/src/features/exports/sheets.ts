import type { AdminUserView } from '#domain/user/contract.ts';
import type { VisitorView } from '#domain/visit/admin.contract.ts';
import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { userColumns } from '#web/features/user-table/index.ts';
import { formatTime } from '#web/lib/format.ts';
import type { ExportSheet } from './sheet.ts';

const notSetText = 'Not set';

/** The columns that an import accepts; a password is never among them. */
export function createUsersSheet(users: readonly AdminUserView[]): ExportSheet {
  const columns = userColumns.flatMap(({ exported }) => exported ?? []);
  return {
    header: columns.map(({ title }) => title),
    rows: users.map((user) => columns.map(({ read }) => read(user))),
  };
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
