import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { pagingQuery } from '#domain/shared/query.contract.ts';
import { subjectLink } from '#domain/workflow-log/contract.ts';

/**
 * One of `GET /api/admin/dead-letters`: a message that failed permanently, or an event that a view or the scout
 * could not process. `recipient` is an address, or null where there is none; `failedAt` ISO 8601, null where unknown.
 */
export const deadLetterView = z.object({
  id: z.string(),
  /** The channel, such as `mail`, or `event`. */
  kind: z.string(),
  recipient: z.string().nullable(),
  /** The user whom a message was to reach, or whom or what an event is about; null where that has no page. */
  about: subjectLink.nullable(),
  subject: z.string(),
  /** Why it failed. */
  reason: z.string(),
  failedAt: z.string().nullable(),
  attempts: z.number(),
  /** Why it cannot be sent again; null where it can. */
  refusal: z.string().nullable(),
});
export type DeadLetterView = z.infer<typeof deadLetterView>;

/**
 * Answer of `POST /api/admin/dead-letters/resend`, which passes each dead letter once, oldest first. An event counts as
 * resent once its replay is requested; `left` counts those that are still to be passed.
 */
export const resendAllResult = z.object({ resent: z.number(), refused: z.number(), left: z.number() });
export type ResendAllResult = z.infer<typeof resendAllResult>;

/** Answer of `GET /api/admin/dead-letters/resend`: the run that is going on, or the last one; null before the first. */
export const resendRunView = resendAllResult.extend({
  since: z.string(),
  /** Null while it is going on. */
  endedAt: z.string().nullable(),
  /** Why letters were refused, and how many for each reason. */
  refusals: z.array(z.object({ reason: z.string(), count: z.number() })),
});
export type ResendRunView = z.infer<typeof resendRunView>;

const deadLetterId = z.object({ id: z.string() });
export const resendResult = deadLetterId.extend({ isPending: z.boolean() });

export const deadLetterEndpoints = defineEndpoints('Dead letters', {
  listDeadLetters: {
    method: 'get',
    path: '/api/admin/dead-letters',
    access: 'admin',
    query: z.object(pagingQuery),
    response: z.array(deadLetterView),
  },
  resendAllDeadLetters: {
    method: 'post',
    path: '/api/admin/dead-letters/resend',
    access: 'admin',
    response: resendAllResult,
    /** While it is going on in the background. */
    otherResponses: { 202: resendAllResult },
  },
  getResendRun: {
    method: 'get',
    path: '/api/admin/dead-letters/resend',
    access: 'admin',
    response: resendRunView.nullable(),
  },
  resendDeadLetter: {
    method: 'post',
    path: '/api/admin/dead-letters/:id/resend',
    access: 'admin',
    response: resendResult,
    /** While an event is still being replayed. */
    otherResponses: { 202: resendResult },
    errors: [409],
    waitsFor: ['workflow-log'],
  },
  discardDeadLetter: {
    method: 'post',
    path: '/api/admin/dead-letters/:id/discard',
    access: 'admin',
    response: deadLetterId,
    waitsFor: ['workflow-log'],
  },
});
