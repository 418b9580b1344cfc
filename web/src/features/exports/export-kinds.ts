import { visitorEndpoints } from '#domain/visit/admin.contract.ts';
import { workflowLogEndpoints } from '#domain/workflow-log/contract.ts';
import { listAllUsers, listUsersById, type UserFilters } from '#web/features/user-table/index.ts';
import { listPages } from '#web/lib/api/list-pages.ts';
import { fetchAllPages, type FetchProgress } from '#web/lib/api/fetch-all-pages.ts';
import type { ExportSheet } from './sheet.ts';
import { createLogsSheet, createUsersSheet, createVisitorsSheet } from './sheets.ts';

export type ExportReadOptions = { onProgress: (progress: FetchProgress) => void; signal: AbortSignal };

/** A kind of export: it covers all rows of the server, not only the loaded ones. */
export type ExportKind = {
  title: string;
  /** Which rows, where that is not clear from the title. */
  scope?: string;
  noun: string;
  prefix: string;
  sheet: (reading: ExportReadOptions) => Promise<ExportSheet>;
};

/** The users whom the filters of the page let through. */
export const createUsersExport = (filters: UserFilters): ExportKind => ({
  title: 'Export Users',
  scope: Object.keys(filters).length > 0 ? 'Users that match the filters' : 'All users',
  noun: 'users',
  prefix: 'users',
  sheet: async (reading) => createUsersSheet(await fetchAllPages(listAllUsers(filters), reading)),
});

/** The users of these ids. */
export const createSelectionExport = (ids: string[]): ExportKind => ({
  title: 'Export',
  scope: 'Selected users',
  noun: 'users',
  prefix: 'users',
  sheet: async ({ signal }) => createUsersSheet(await listUsersById(ids, signal)),
});

export const logsExport: ExportKind = {
  title: 'Export Logs',
  noun: 'logs',
  prefix: 'workflow_logs',
  sheet: async (reading) => {
    const [entryOptions, userOptions] = splitProgress(reading);
    const [entries, people] = await Promise.all([
      fetchAllPages(listPages(workflowLogEndpoints.listWorkflowLog, { query: { limit: 10_000 } }), entryOptions),
      fetchAllPages(listAllUsers({}), userOptions),
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
