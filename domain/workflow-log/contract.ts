import * as z from 'zod';

export const workflowLogView = 15;

/** A line of the workflow log: one event as a sentence. `userId` is its actor; `timestamp` ISO 8601. */
export const workflowLogEntry = z.object({
  id: z.string(),
  userId: z.string(),
  timestamp: z.string(),
  action: z.string(),
  details: z.string(),
});
export type WorkflowLogEntry = z.infer<typeof workflowLogEntry>;

export const workflowLogPath = '/api/admin/workflow-logs';
