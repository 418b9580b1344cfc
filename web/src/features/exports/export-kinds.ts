import { userEndpoints } from '#domain/user/admin.contract.ts';
import { visitorEndpoints } from '#domain/visit/admin.contract.ts';
import { workflowLogEndpoints } from '#domain/workflow-log/contract.ts';
import { listPages } from '#web/lib/api/api.ts';
import { fetchAllPages, type FetchProgress } from '#web/lib/api/fetch-all-pages.ts';
import type { ExportSheet } from './sheet.ts';
import { createLogsSheet, createUsersSheet, createVisitorsSheet } from './sheets.ts';

export type ExportReadOptions = { onProgress: (progress: FetchProgress) => void; signal: AbortSignal };

/** The kinds of export: each covers all rows of the server, not only the loaded ones. */
export type ExportKind = {
  title: string;
  noun: string;
  prefix: string;
  sheet: (reading: ExportReadOptions) => Promise<ExportSheet>;
};

const fetchAllUsers = (reading: ExportReadOptions) =>
  fetchAllPages(listPages(userEndpoints.listUsers, { query: { limit: 1000 } }), reading);

export const usersExport: ExportKind = {
  title: 'Export Users',
  noun: 'users',
  prefix: 'users',
  sheet: async (reading) => createUsersSheet(await fetchAllUsers(reading)),
};

export const logsExport: ExportKind = {
  title: 'Export Logs',
  noun: 'logs',
  prefix: 'workflow_logs',
  sheet: async (reading) => {
    const [entryOptions, userOptions] = splitProgress(reading);
    const [entries, people] = await Promise.all([
      fetchAllPages(listPages(workflowLogEndpoints.listWorkflowLog, { query: { limit: 10_000 } }), entryOptions),
      fetchAllUsers(userOptions),
    ]);
    const emails = new Map(people.map(({ id, email }) => [id, email]));
    return createLogsSheet(entries, (userId) => emails.get(userId) ?? (isUserId(userId) ? 'a deleted user' : userId));
  },
};

export const visitorsExport: ExportKind = {
  title: 'Export Visitors',
  noun: 'visitors',
  prefix: 'visitors',
  sheet: async (reading) =>
    createVisitorsSheet(
      await fetchAllPages(listPages(visitorEndpoints.listVisitors, { query: { limit: 10_000 } }), reading),
    ),
};

/** Reports the progress of two reads as one. */
function splitProgress({ onProgress, signal }: ExportReadOptions): [ExportReadOptions, ExportReadOptions] {
  const progresses = [noProgress, noProgress];
  const part = (index: number): ExportReadOptions => ({
    signal,
    onProgress: (progress) => {
      progresses[index] = progress;
      const sum = (key: keyof FetchProgress) => progresses.reduce((total, one) => total + one[key], 0);
      onProgress({ read: sum('read'), total: sum('total') });
    },
  });
  return [part(0), part(1)];
}
const noProgress: FetchProgress = { read: 0, total: 0 };

/** Actors that are not users have fixed names: 'system', 'scout'. */
function isUserId(id: string): boolean {
  return /^[\da-f]{8}-/i.test(id);
}
