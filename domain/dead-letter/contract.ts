import * as z from 'zod';

/**
 * One of `GET /api/admin/dead-letters`: a message that failed permanently, or an event that a view or the scout
 * could not process. `recipient` is an address, or null where there is none; `failedAt` ISO 8601, null where unknown.
 */
export const deadLetterView = z.object({
  id: z.string(),
  /** The channel, such as `mail`, or `event`. */
  kind: z.string(),
  recipient: z.string().nullable(),
  subject: z.string(),
  /** Why it failed. */
  reason: z.string(),
  failedAt: z.string().nullable(),
  attempts: z.number(),
  /** Why it cannot be sent again; null where it can. */
  refusal: z.string().nullable(),
});
export type DeadLetterView = z.infer<typeof deadLetterView>;

/** Answer of `POST /api/admin/dead-letters/resend`: an event counts as resent once its replay is requested; `left` counts those that need another call. */
export const resendAllResult = z.object({ resent: z.number(), refused: z.number(), left: z.number() });
export type ResendAllResult = z.infer<typeof resendAllResult>;

/** Answer of `POST /api/admin/dead-letters/{id}/resend`, 202 where an event is still being replayed. */
export const resendResult = z.object({ id: z.string(), isPending: z.boolean() });
export type ResendResult = z.infer<typeof resendResult>;

export const deadLetterPaths = {
  list: '/api/admin/dead-letters',
  resendAll: '/api/admin/dead-letters/resend',
  resend: (id: string) => `/api/admin/dead-letters/${id}/resend`,
  discard: (id: string) => `/api/admin/dead-letters/${id}/discard`,
} as const;
