import * as z from 'zod';

/** The period and the circle of the listings that a price is compared with. */
export const dealDays = 365;
export const dealMiles = 25;
/** Fewer say nothing. */
export const minComparables = 10;

/** The price of a listing for its size, among the other listings of its type around it. US dollars. */
export const dealFigures = z.object({
  unit: z.enum(['square foot', 'acre']),
  pricePerUnit: z.number(),
  median: z.number(),
  /** How many others it is compared with. */
  count: z.number(),
  /** Its place among them, rounded up: 10 where it is one of the cheapest tenth. */
  cheapestPercent: z.number(),
  miles: z.literal(dealMiles),
  days: z.literal(dealDays),
});
export type DealFigures = z.infer<typeof dealFigures>;
