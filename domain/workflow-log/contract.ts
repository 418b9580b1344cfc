import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { cleanForeignText } from '#domain/shared/foreign-text.contract.ts';
import { limitParameter, pagingQuery, textParameter } from '#domain/shared/query.contract.ts';

export const workflowLogCardSize = 15;

/** A line of the workflow log: one event as a sentence. `userId` is its actor; `timestamp` ISO 8601. */
export const workflowLogEntry = z.object({
  id: z.string(),
  userId: z.string(),
  timestamp: z.string(),
  action: z.string(),
  details: z.string(),
});
export type WorkflowLogEntry = z.infer<typeof workflowLogEntry>;

const text = (name: string, most: number) =>
  z
    .string(`${name} must be text`)
    .overwrite(cleanForeignText)
    .trim()
    .min(1, `${name} is required`)
    .max(most, `${name} must be at most ${most.toLocaleString('en-US')} characters`);

/** Body of `POST /api/admin/workflow-logs`. The server adds author and time. */
export const workflowLogBody = z.object({
  log: z.object({ action: text('action', 100), details: text('details', 2000) }, 'log must be an object'),
});

const logQuery = z.object({
  limit: limitParameter(10_000).optional(),
  cursor: pagingQuery.cursor,
  sort: z.enum(['timestamp', '-timestamp'], 'sort must be timestamp or -timestamp').default('-timestamp'),
  q: textParameter('q', 254).default(''),
});

export const workflowLogEndpoints = defineEndpoints('Workflow log', {
  listWorkflowLog: {
    method: 'get',
    path: '/api/admin/workflow-logs',
    access: 'full-admin',
    isShared: true,
    query: logQuery,
    response: z.array(workflowLogEntry),
  },
  addWorkflowLogEntry: {
    method: 'post',
    path: '/api/admin/workflow-logs',
    access: 'admin',
    body: workflowLogBody,
    response: workflowLogEntry,
    waitsFor: ['workflow-log'],
  },
});
