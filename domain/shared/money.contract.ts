import * as z from 'zod';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Whole US dollars formatted for display: 45000 is '$45,000'. */
export function formatWholeDollars(amount: number): string {
  return `$${grouped.format(amount)}`;
}

export type PriceDrop = { before: string; now: string; change: string };

/** '$18,500', '$16,000' and 'down 14%'; null where the price did not fall. */
export function describePriceDrop({ price, previousPrice }: PriceChange): PriceDrop | null {
  if (price === null || previousPrice === null || previousPrice <= price) return null;
  const percent = Math.round((100 * (previousPrice - price)) / previousPrice);
  const change = percent === 0 ? 'down less than 1%' : `down ${percent}%`;
  return { before: formatWholeDollars(previousPrice), now: formatWholeDollars(price), change };
}
type PriceChange = { price: number | null; previousPrice: number | null };

/** '$18,500 -> $16,000, down 14%'; null where the price did not fall. */
export function formatPriceDrop(prices: PriceChange): string | null {
  const drop = describePriceDrop(prices);
  return drop && `${drop.before} -> ${drop.now}, ${drop.change}`;
}

/** A price in whole US dollars, and formatted for display: 45000 and '$45,000'. */
export const knownPrice = z.object({ price: z.number(), priceText: z.string() });
/** As `knownPrice`; null and '' where there is none. A text without a figure ('Make offer') stays as typed. */
export const priceView = knownPrice.extend({ price: z.number().nullable() });

export const presentKnownPrice = (price: number) => ({ price, priceText: formatWholeDollars(price) });

export const presentPrice = (price: number | null): z.infer<typeof priceView> =>
  price === null ? { price, priceText: '' } : presentKnownPrice(price);
