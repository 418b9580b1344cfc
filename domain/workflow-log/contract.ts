import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { cleanForeignText } from '#domain/shared/foreign-text.contract.ts';
import { limitParameter, momentParameter, pagingQuery, textParameter } from '#domain/shared/query.contract.ts';

export const workflowLogCardSize = 15;

/** What a text speaks of, and admins have a page for: a user who still exists, or a found listing. */
export const subjectLink = z.object({ kind: z.enum(['user', 'listing']), id: z.string() });
export type LinkedSubject = z.infer<typeof subjectLink>;

/** Where within a text it is named. */
const namedLink = subjectLink.extend({ start: z.number(), end: z.number() });
export type NamedLink = z.infer<typeof namedLink>;

/** A line of the workflow log: one event as a sentence. `userId` is its actor; `timestamp` ISO 8601. */
export const workflowLogEntry = z.object({
  id: z.string(),
  userId: z.string(),
  timestamp: z.string(),
  action: z.string(),
  details: z.string(),
  /** Within `details`, in its order. */
  links: z.array(namedLink),
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

/**
 * The filters. `action` is that of a line; `person` an email or an id, also of a component such as `scout`. All words of `q`
 * must begin a word of the event, as in the history.
 */
export const workflowLogFilters = {
  action: textParameter('action', 100).optional(),
  person: textParameter('person', 254).optional(),
  q: textParameter('q', 254).optional(),
  from: momentParameter('from'),
  to: momentParameter('to'),
};

export type WorkflowLogFilters = z.infer<z.ZodObject<typeof workflowLogFilters>>;

const logQuery = z.object({
  ...workflowLogFilters,
  limit: limitParameter(10_000).optional(),
  cursor: pagingQuery.cursor,
  sort: z.enum(['timestamp', '-timestamp'], 'sort must be timestamp or -timestamp').default('-timestamp'),
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
  /** The actions by which lines can be found, apart from those of notes. */
  listWorkflowLogActions: {
    method: 'get',
    path: '/api/admin/workflow-logs/actions',
    access: 'full-admin',
    response: z.array(z.string()),
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
