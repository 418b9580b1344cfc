import { adminUserView, userPaths } from '#domain/user/contract.ts';
import { visitorPaths, visitorView } from '#domain/visit/admin.contract.ts';
import { workflowLogEntry, workflowLogPath } from '#domain/workflow-log/contract.ts';
import { getAll, type Progress } from '#web/lib/api/all-pages.ts';
import type { Sheet } from './sheet.ts';
import { logsSheet, usersSheet, visitorsSheet } from './sheets.ts';

export type Reading = { onProgress: (progress: Progress) => void; signal: AbortSignal };

/** What can be exported: all rows that the server has, not those that are loaded. */
export type Kind = { title: string; noun: string; prefix: string; sheet: (reading: Reading) => Promise<Sheet> };

const allUsers = (reading: Reading) => getAll(userPaths.adminUsers, adminUserView, { ...reading, pageSize: 1000 });

export const users: Kind = {
  title: 'Export Users',
  noun: 'users',
  prefix: 'users',
  sheet: async (reading) => usersSheet(await allUsers(reading)),
};

export const logs: Kind = {
  title: 'Export Logs',
  noun: 'logs',
  prefix: 'workflow_logs',
  sheet: async (reading) => {
    const [ofEntries, ofUsers] = inTwoParts(reading);
    const [entries, people] = await Promise.all([
      getAll(workflowLogPath, workflowLogEntry, { ...ofEntries, pageSize: 10_000 }),
      allUsers(ofUsers),
    ]);
    const emails = new Map(people.map(({ id, email }) => [id, email]));
    return logsSheet(entries, (userId) => emails.get(userId) ?? (isUserId(userId) ? 'a deleted user' : userId));
  },
};

export const visitors: Kind = {
  title: 'Export Visitors',
  noun: 'visitors',
  prefix: 'visitors',
  sheet: async (reading) =>
    visitorsSheet(await getAll(visitorPaths.all, visitorView, { ...reading, pageSize: 10_000 })),
};

/** Two readings whose progress is told as one. */
function inTwoParts({ onProgress, signal }: Reading): [Reading, Reading] {
  const parts = [nothing, nothing];
  const part = (index: number): Reading => ({
    signal,
    onProgress: (progress) => {
      parts[index] = progress;
      const sum = (key: keyof Progress) => parts.reduce((total, one) => total + one[key], 0);
      onProgress({ read: sum('read'), total: sum('total') });
    },
  });
  return [part(0), part(1)];
}
const nothing: Progress = { read: 0, total: 0 };

/** Actors that are no users have names of their own: 'system', 'scout'. */
function isUserId(id: string): boolean {
  return /^[\da-f]{8}-/i.test(id);
}
