import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type WorkflowLogEntry,
  type WorkflowLogFilters,
  workflowLogCardSize,
  workflowLogEndpoints,
  workflowLogFilters,
} from '#domain/workflow-log/contract.ts';
import { call } from '#web/lib/api/api.ts';
import { listPages } from '#web/lib/api/list-pages.ts';
import { parseSearch } from '#web/lib/parse-search.ts';

const pageSize = 100;

export const workflowLogQuery = queryOptions({
  queryKey: ['workflow-log'],
  queryFn: ({ signal }) =>
    call(workflowLogEndpoints.listWorkflowLog, { query: { limit: workflowLogCardSize }, signal }),
});

export const wholeLogQuery = (filters: WorkflowLogFilters) =>
  infiniteQueryOptions({
    queryKey: ['whole-workflow-log', filters],
    ...listPages(workflowLogEndpoints.listWorkflowLog, { query: { ...filters, limit: pageSize } }),
    // Refetched when opened: entries since the last time would be missing.
    gcTime: 0,
    // The previous result stays visible while another search is under way.
    placeholderData: (before) => before,
  });

/** Log entries since the whole log was loaded: only the live connection adds to it. */
export const newerEntriesQuery = queryOptions({
  queryKey: ['newer-log-entries'],
  queryFn: (): WorkflowLogEntry[] => [],
  initialData: [],
  enabled: false,
  gcTime: 0,
});

/** The newest entries that match filters, once a live change of 'history' reports more of the log. */
export const newerMatchesQuery = (filters: WorkflowLogFilters) =>
  queryOptions({
    queryKey: ['history', 'workflow-log', filters],
    queryFn: ({ signal }) =>
      call(workflowLogEndpoints.listWorkflowLog, { query: { ...filters, limit: pageSize }, signal }),
    initialData: [],
    staleTime: Infinity,
    gcTime: 0,
  });

export const logActionsQuery = queryOptions({
  queryKey: ['workflow-log-actions'],
  queryFn: ({ signal }) => call(workflowLogEndpoints.listWorkflowLogActions, { signal }),
  staleTime: Infinity,
});

/** Reads the filters from the search part of an address; other parameters are ignored. */
export function parseLogFilters(search: Record<string, unknown>): WorkflowLogFilters {
  return parseSearch(workflowLogFilters, search);
}
