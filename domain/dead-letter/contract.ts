import * as z from 'zod';

/**
 * One of `GET /api/admin/dead-letters`: a mail or a push that was given up, or an event that a view or the scout set aside.
 * `recipient` is an address, or null for what is nobody's; `failedAt` ISO 8601, null where that is not known.
 */
export const deadLetterView = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'push', 'event']),
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

/** What `POST /api/admin/dead-letters/resend` answers; `left` of very many wait for another call. */
export const resendAllResult = z.object({ resent: z.number(), refused: z.number(), left: z.number() });
export type ResendAllResult = z.infer<typeof resendAllResult>;

export const deadLetterPaths = {
  list: '/api/admin/dead-letters',
  resendAll: '/api/admin/dead-letters/resend',
  resend: (id: string) => `/api/admin/dead-letters/${id}/resend`,
  discard: (id: string) => `/api/admin/dead-letters/${id}/discard`,
} as const;
