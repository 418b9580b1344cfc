import type { Preview } from '#domain/listing/preview.contract.ts';
import type { FilterValues } from './filter-values.ts';

const widest = 250;

export function previewCount({ count, days }: Pick<Preview, 'count' | 'days'>): string {
  const listings = `${count.toLocaleString('en-US')} ${count === 1 ? 'listing' : 'listings'}`;
  return `In the last ${days} days ${listings} would have matched`;
}

/** What could be widened where nothing would have matched; '' where all is as wide as it goes. */
export function widening(filters: FilterValues, limit: number): string {
  const ways = [
    filters.mileageRadius < widest && 'a wider radius',
    Number(filters.maxPrice) < limit && 'a higher max price',
    !(filters.includeMobileHomes && filters.includeRawLand && filters.includeTinyHomes) && 'more property types',
  ].filter((way) => way !== false);
  return ways.length === 0 ? '' : `Try ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(ways)}.`;
}
