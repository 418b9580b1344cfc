import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import {
  type WorkflowLogEntry,
  workflowLogEntry,
  workflowLogPath,
  workflowLogCardSize,
} from '#domain/workflow-log/contract.ts';
import { get, getPage } from '#web/lib/api/api.ts';

export const workflowLogQuery = queryOptions({
  queryKey: ['workflow-log'],
  queryFn: ({ signal }) => get(`${workflowLogPath}?limit=${workflowLogCardSize}`, z.array(workflowLogEntry), signal),
});

export const wholeLogQuery = infiniteQueryOptions({
  queryKey: ['whole-workflow-log'],
  queryFn: ({ signal, pageParam }) => getPage(pageParam, workflowLogEntry, signal),
  initialPageParam: `${workflowLogPath}?limit=100`,
  getNextPageParam: ({ next }) => next,
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
