import { adminUserView, userPaths } from '#domain/user/contract.ts';
import { visitorPaths, visitorView } from '#domain/visit/admin.contract.ts';
import { workflowLogEntry, workflowLogPath } from '#domain/workflow-log/contract.ts';
import { getAll, type Progress } from '#web/lib/all-pages.ts';
import type { Sheet } from './sheet.ts';
import { logsSheet, usersSheet, visitorsSheet } from './sheets.ts';

type Reading = { onProgress: (progress: Progress) => void; signal: AbortSignal };

/** What can be exported: all rows that the server has, not those that are loaded. */
export type Kind = { title: string; prefix: string; sheet: (reading: Reading) => Promise<Sheet> };

const allUsers = (reading: Reading) => getAll(userPaths.adminUsers, adminUserView, { ...reading, pageSize: 1000 });

export const users: Kind = {
  title: 'Export Users',
  prefix: 'users',
  sheet: async (reading) => usersSheet(await allUsers(reading)),
};

export const logs: Kind = {
  title: 'Export Logs',
  prefix: 'workflow_logs',
  sheet: async (reading) => {
    const entries = await getAll(workflowLogPath, workflowLogEntry, { ...reading, pageSize: 10_000 });
    const emails = new Map(
      (await allUsers({ ...reading, onProgress: () => undefined })).map((user) => [user.id, user.email]),
    );
    return logsSheet(entries, (userId) => emails.get(userId) ?? (isUserId(userId) ? 'a deleted user' : userId));
  },
};

export const visitors: Kind = {
  title: 'Export Visitors',
  prefix: 'visitors',
  sheet: async (reading) =>
    visitorsSheet(await getAll(visitorPaths.all, visitorView, { ...reading, pageSize: 10_000 })),
};

/** Actors that are no users have names of their own: 'system', 'scout'. */
function isUserId(id: string): boolean {
  return /^[\da-f]{8}-/i.test(id);
}
