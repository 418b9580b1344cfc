import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { priceView } from '#domain/shared/money.contract.ts';

/** One rule, whether it held, and its figures in a short sentence; or a signal of the listing, in its own words. */
export const explanationReason = z.object({
  rule: z.enum([
    ...(['listing', 'membership', 'zip', 'distance', 'price', 'type', 'paused'] as const),
    ...(['sent', 'repost', 'time', 'signal'] as const),
  ]),
  holds: z.boolean(),
  text: z.string(),
});
export type ExplanationReason = z.infer<typeof explanationReason>;

/**
 * Why the signed-in user received a listing, or why not. `waiting`: matched but not delivered yet, for instance until
 * the next digest.
 */
export const ownMatchExplanation = z.object({
  id: z.string(),
  title: z.string(),
  ...priceView.shape,
  outcome: z.enum(['sent', 'waiting', 'not sent']),
  /** ISO 8601; null unless sent. */
  sentAt: z.string().nullable(),
  /** One sentence for people. */
  summary: z.string(),
  reasons: z.array(explanationReason),
});
export type OwnMatchExplanation = z.infer<typeof ownMatchExplanation>;

export const ownMatchEndpoints = defineEndpoints('Listings', {
  explainOwnListing: {
    method: 'get',
    path: '/api/listings/:id/why',
    access: 'signed-in',
    response: ownMatchExplanation,
  },
});
