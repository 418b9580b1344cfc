import * as z from 'zod';
import type { ViewName } from '#domain/shared/endpoint.contract.ts';
import { cleanForeignLine } from '#domain/shared/foreign-text.contract.ts';
import { priceView } from '#domain/shared/money.contract.ts';
import { propertyTypes } from './property-types.contract.ts';

export const nullableText = z.string().nullable();

/** Why a person withdraws or rejects a listing. */
export const reasonText = z
  .string('reason is required')
  .overwrite(cleanForeignLine)
  .trim()
  .min(1, 'reason is required')
  .max(200, 'reason must be at most 200 characters');

/** Words quoted from the listing's own text, and their meaning. */
export const quotedReason = z.object({ says: z.string(), quote: z.string() });
export type QuotedReason = z.infer<typeof quotedReason>;

export const placeNames = z.object({ zipCode: nullableText, city: nullableText, state: nullableText });
export type PlaceNames = z.infer<typeof placeNames>;
/** How a place is known; the less exact ones are centres of a ZIP, of a city or of a county. */
export const placeBasis = z.enum(['coordinates', 'zip', 'city', 'county']);
export type PlaceBasis = z.infer<typeof placeBasis>;

/** The scout's reading of an item, and the words that say so. */
export const itemReading = z.object({
  ...priceView.shape,
  propertyType: z.enum(propertyTypes).nullable(),
  place: placeNames.nullable(),
  reasons: z.array(quotedReason),
});
export type ItemReading = z.infer<typeof itemReading>;

/** The result of an item; `reason` is a sentence where it waits for review or was rejected. */
export const itemOutcome = z.object({
  outcome: z.enum(['accepted', 'duplicate', 'review', 'rejected']),
  reason: nullableText,
});

/** The views that show an item's result. */
export const itemViews = ['listings', 'review', 'workflow-log'] as const satisfies ViewName[];
