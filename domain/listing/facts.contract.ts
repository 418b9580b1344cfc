import * as z from 'zod';
import type { ViewName } from '#domain/shared/endpoint.contract.ts';
import { propertyTypes } from './property-types.contract.ts';

export const nullableText = z.string().nullable();

/** Words quoted from the listing's own text, and their meaning. */
export const quotedReason = z.object({ says: z.string(), quote: z.string() });
export type QuotedReason = z.infer<typeof quotedReason>;

export const placeNames = z.object({ zipCode: nullableText, city: nullableText, state: nullableText });
export type PlaceNames = z.infer<typeof placeNames>;
/** How a place is known; the less exact ones are centres of a ZIP, of a city or of a county. */
export const placeBasis = z.enum(['coordinates', 'zip', 'city', 'county']);
export type PlaceBasis = z.infer<typeof placeBasis>;

/** The scout's reading of an item: price in whole US dollars, null where there is none, and the words that say so. */
export const itemReading = z.object({
  price: z.number().nullable(),
  propertyType: z.enum(propertyTypes).nullable(),
  place: placeNames.nullable(),
  reasons: z.array(quotedReason),
});

/** What became of an item; `reason` is a sentence where it waits for review or was rejected. */
export const itemOutcome = z.object({
  outcome: z.enum(['accepted', 'duplicate', 'review', 'rejected']),
  reason: nullableText,
});

/** The views that show what became of an item. */
export const itemViews = ['listings', 'review', 'workflow-log'] as const satisfies ViewName[];
