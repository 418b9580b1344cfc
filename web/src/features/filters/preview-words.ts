import type { Preview } from '#domain/matching/preview.contract.ts';
import type { FilterValues } from './filter-values.ts';

const widest = 250;

function previewCount({ count, days }: Pick<Preview, 'count' | 'days'>): string {
  const listings = `${count.toLocaleString('en-US')} ${count === 1 ? 'listing' : 'listings'}`;
  return `In the last ${days} days ${listings} would have matched`;
}

type Answer = { data: Preview | null | undefined; error: Error | null };

/** What the preview has to say, and of what kind that is; `data` is null while the filters could not be saved. */
export function previewState({ data, error }: Answer) {
  if (data === null) {
    return {
      kind: 'gap',
      text: 'Set a price and a ZIP of 5 numbers to see here what they would have brought you.',
    } as const;
  }
  if (data?.zipKnown === false) return { kind: 'gap', text: 'The preview needs a ZIP that the scout knows.' } as const;
  if (data) return { kind: data.count > 0 ? 'listed' : 'none', text: previewCount(data) } as const;
  if (error) return { kind: 'failed', text: `The preview could not be loaded. ${error.message}` } as const;
  return { kind: 'loading', text: '' } as const;
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
