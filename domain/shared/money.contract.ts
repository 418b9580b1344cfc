import * as z from 'zod';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Whole US dollars formatted for display: 45000 is '$45,000'. */
export function formatWholeDollars(amount: number): string {
  return `$${grouped.format(amount)}`;
}

/** A price in whole US dollars, and formatted for display: 45000 and '$45,000'. */
export const knownPrice = z.object({ price: z.number(), priceText: z.string() });
/** As `knownPrice`; null and '' where there is none. A text without a figure ('Make offer') stays as typed. */
export const priceView = knownPrice.extend({ price: z.number().nullable() });

export const presentKnownPrice = (price: number) => ({ price, priceText: formatWholeDollars(price) });

export const presentPrice = (price: number | null): z.infer<typeof priceView> =>
  price === null ? { price, priceText: '' } : presentKnownPrice(price);
