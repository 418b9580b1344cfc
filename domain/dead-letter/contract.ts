/**
 * One of `GET /api/admin/dead-letters`: a mail that was given up, or an event that a view or the scout set aside.
 * `recipient` is an address, or null for what is nobody's; `failedAt` ISO 8601, null where that is not known.
 */
export type DeadLetterView = {
  id: string;
  kind: 'mail' | 'event';
  recipient: string | null;
  subject: string;
  /** Why it failed. */
  reason: string;
  failedAt: string | null;
  attempts: number;
  /** Why it cannot be sent again; null where it can. */
  refusal: string | null;
};

/** What `POST /api/admin/dead-letters/resend` answers; `left` of very many wait for another call. */
export type ResentAll = { resent: number; refused: number; left: number };

export const deadLetterPaths = {
  list: '/api/admin/dead-letters',
  resendAll: '/api/admin/dead-letters/resend',
  resend: (id: string) => `/api/admin/dead-letters/${id}/resend`,
  discard: (id: string) => `/api/admin/dead-letters/${id}/discard`,
} as const;
