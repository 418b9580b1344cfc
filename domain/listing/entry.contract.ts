import * as z from 'zod';
import { itemFields, propertyTypes, withoutNulls } from './contract.ts';

export const entryPath = '/api/admin/listings';

/**
 * Body of `POST /api/admin/listings`: a listing with the fields that a webhook gives it. A dry run takes one that is
 * still being typed; to be entered it needs a title and a link.
 */
export const entryBody = z.preprocess(
  withoutNulls,
  z.object({ ...itemFields.shape, title: itemFields.shape.title.optional(), link: itemFields.shape.link.optional() }),
);

export const entryQuery = z.object({ dryRun: z.literal('1', 'dryRun must be 1, or not given').optional() });

const text = z.string().nullable();

/** What became of an entered listing; `reason` is a sentence where it waits for review or was rejected. */
export const entryOutcome = z.object({
  id: z.string(),
  outcome: z.enum(['accepted', 'duplicate', 'review', 'rejected']),
  reason: text,
});
export type EntryOutcome = z.infer<typeof entryOutcome>;

/** What the scout would say of a listing: how it reads price, place and type, and from which of its words. */
export const entryPreview = z.object({
  verdict: z.enum(['match', 'review', 'reject']),
  reason: text,
  price: z.number().nullable(),
  propertyType: z.enum(propertyTypes).nullable(),
  place: z.object({ zipCode: text, city: text, state: text }).nullable(),
  reasons: z.array(z.object({ says: z.string(), quote: z.string() })),
});
export type EntryPreview = z.infer<typeof entryPreview>;
