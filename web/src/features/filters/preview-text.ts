import { typeFlags } from '#domain/listing/property-types.contract.ts';
import type { MatchPreview } from '#domain/matching/preview.contract.ts';
import type { FilterValues } from './filter-values.ts';
import { formatCount } from '#web/lib/format.ts';

const maxRadiusMiles = 250;

function formatPreviewCount({ count, days }: Pick<MatchPreview, 'count' | 'days'>): string {
  return `${formatCount(count, 'listing')} matched in the last ${days} days`;
}

type PreviewAnswer = { data: MatchPreview | null | undefined; error: Error | null };

/** The text of the preview and its kind; `data` is null while the filters are invalid. */
export function describePreview({ data, error }: PreviewAnswer) {
  if (data === null) {
    return {
      kind: 'gap',
      text: 'Enter a price and a 5-digit ZIP to preview your matches.',
    } as const;
  }
  if (data?.zipKnown === false) return { kind: 'gap', text: 'We don’t recognize that ZIP.' } as const;
  if (data?.count === 0 && data.hint !== null) return { kind: 'gap', text: data.hint } as const;
  if (data) return { kind: data.count > 0 ? 'listed' : 'none', text: formatPreviewCount(data) } as const;
  if (error) return { kind: 'failed', text: `Couldn’t load the preview. ${error.message}` } as const;
  return { kind: 'loading', text: '' } as const;
}

/** Suggests what to widen if nothing matched; '' if everything is at its widest. */
export function suggestWidening(filters: FilterValues, limit: number): string {
  const options = [
    filters.mileageRadius < maxRadiusMiles && 'a wider radius',
    Number(filters.maxPrice) < limit && 'a higher max price',
    !typeFlags.every((flag) => filters[flag]) && 'more property types',
  ].filter((option) => option !== false);
  return options.length === 0 ? '' : `Try ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(options)}.`;
}
