import * as z from 'zod';

/** The period of the listings that a price is compared with. */
export const dealDays = 90;
/** Fewer say nothing. */
export const minComparables = 12;

/** The price of a listing for its size, among the other listings of its type in the member's area. US dollars. */
export const dealFigures = z.object({
  unit: z.enum(['square foot', 'acre']),
  pricePerUnit: z.number(),
  median: z.number(),
  /** How many others it is compared with. */
  count: z.number(),
  /** Its place among them, rounded up: 10 where it is one of the cheapest tenth. */
  cheapestPercent: z.number(),
  miles: z.number(),
  days: z.literal(dealDays),
});
export type DealFigures = z.infer<typeof dealFigures>;
