import * as z from 'zod';
import { itemFields, removeNulls } from './contract.ts';
import { itemOutcome, itemReading, nullableText } from './facts.contract.ts';

export const manualEntryPath = '/api/admin/listings';

/**
 * Body of `POST /api/admin/listings`: a listing with the fields of a webhook. A dry run accepts an incomplete one; to
 * be entered it needs a title and a link.
 */
export const manualEntryBody = z.preprocess(
  removeNulls,
  z.object({ ...itemFields.shape, title: itemFields.shape.title.optional(), link: itemFields.shape.link.optional() }),
);

export const manualEntryQuery = z.object({ dryRun: z.literal('1', 'dryRun must be 1, or not given').optional() });

/** The result for an entered listing. */
export const manualEntryOutcome = itemOutcome.extend({ id: z.string() });
export type ManualEntryOutcome = z.infer<typeof manualEntryOutcome>;

/** The answer of a dry run. */
export const manualEntryPreview = itemReading.extend({
  verdict: z.enum(['match', 'review', 'reject']),
  reason: nullableText,
});
export type ManualEntryPreview = z.infer<typeof manualEntryPreview>;
