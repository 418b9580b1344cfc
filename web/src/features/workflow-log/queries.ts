import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type WorkflowLogEntry, workflowLogCardSize, workflowLogEndpoints } from '#domain/workflow-log/contract.ts';
import { call, listPages } from '#web/lib/api/api.ts';

export const workflowLogQuery = queryOptions({
  queryKey: ['workflow-log'],
  queryFn: ({ signal }) =>
    call(workflowLogEndpoints.listWorkflowLog, { query: { limit: workflowLogCardSize }, signal }),
});

export const wholeLogQuery = infiniteQueryOptions({
  queryKey: ['whole-workflow-log'],
  ...listPages(workflowLogEndpoints.listWorkflowLog, { query: { limit: 100 } }),
  // Refetched when opened: entries since the last time would be missing.
  gcTime: 0,
});

/** Log entries since the whole log was loaded: only the live connection adds to it. */
export const newerEntriesQuery = queryOptions({
  queryKey: ['newer-log-entries'],
  queryFn: (): WorkflowLogEntry[] => [],
  initialData: [],
  enabled: false,
  gcTime: 0,
});
