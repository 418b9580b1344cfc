import type { FoundListingFilters } from '#domain/listing/found-listings.contract.ts';
import { formatShortPrice } from '#web/lib/format.ts';

type PriceLimits = Pick<FoundListingFilters, 'minPrice' | 'maxPrice'>;

const bands: PriceLimits[] = [
  { maxPrice: 25_000 },
  { minPrice: 25_000, maxPrice: 50_000 },
  { minPrice: 50_000, maxPrice: 100_000 },
  { minPrice: 100_000 },
];

/** '25000-50000', '-25000', '100000-'; undefined for any price. */
export function toPriceBand({ minPrice, maxPrice }: PriceLimits): string | undefined {
  const band = `${minPrice ?? ''}-${maxPrice ?? ''}`;
  return band === '-' ? undefined : band;
}

/** The bands to choose from, with the one that the filters have. */
export function listPriceBands(filters: PriceLimits): [band: string, name: string][] {
  const named = new Map([...bands, filters].map((limits) => [toPriceBand(limits) ?? '', formatBand(limits)]));
  named.delete('');
  return [...named];
}

function formatBand({ minPrice, maxPrice }: PriceLimits): string {
  if (minPrice === undefined) return `Up to ${formatShortPrice(maxPrice ?? 0)}`;
  const from = formatShortPrice(minPrice);
  return maxPrice === undefined ? `${from} and up` : `${from} to ${formatShortPrice(maxPrice)}`;
}
