import * as z from 'zod';

/** `id` is a listing's, or that of an alert as `GET /api/listings/recent` gives it. */
export const ownMatchExplanationPath = (id: string): string => `/api/listings/${id}/why`;

/** One rule, whether it held, and the figures in a short sentence. */
export const explanationReason = z.object({
  rule: z.enum(['membership', 'zip', 'distance', 'price', 'type', 'time']),
  holds: z.boolean(),
  text: z.string(),
});
export type ExplanationReason = z.infer<typeof explanationReason>;

/** Why the signed-in user got a listing, or why not. `waiting` is matched and on its way, such as to the next digest. */
export const ownMatchExplanation = z.object({
  listingId: z.string(),
  title: z.string(),
  /** As people write it: '$45,000'. */
  price: z.string(),
  outcome: z.enum(['sent', 'waiting', 'not sent']),
  /** ISO 8601; null unless sent. */
  sentAt: z.string().nullable(),
  /** One sentence for people. */
  summary: z.string(),
  reasons: z.array(explanationReason),
});
export type OwnMatchExplanation = z.infer<typeof ownMatchExplanation>;
