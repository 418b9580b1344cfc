import { optionalTypes, type TypeFlag } from '#domain/listing/property-types.contract.ts';
import { defaultMaxPrice, defaultRadiusMiles, type SearchFilters } from '#domain/user/filters.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import type { SearchView } from '#domain/user/searches.contract.ts';

/** Short, as the line has little room. */
const typeNames: Record<TypeFlag, string> = {
  includeMobileHomes: 'Mobile homes',
  includeRawLand: 'Land',
  includeTinyHomes: 'Tiny homes',
};

/** The filters in one line: '$60,000 · 25 mi of 48204 · Houses, Land'. */
export function describeFilters(filters: SearchFilters): string {
  const { maxPrice, mileageRadius, zipCode } = filters;
  const includedFlags = optionalTypes.map(({ flag }) => flag).filter((flag) => filters[flag]);
  const types =
    includedFlags.length === optionalTypes.length
      ? ['All types']
      : ['Houses', ...includedFlags.map((flag) => typeNames[flag])];
  return [
    formatWholeDollars(maxPrice ?? defaultMaxPrice),
    zipCode ? `${mileageRadius ?? defaultRadiusMiles} mi of ${zipCode}` : 'No ZIP yet',
    types.join(', '),
  ].join(' · ');
}

type Place = Pick<SearchView, 'place' | 'zipCode'>;

/** Several searches in a few words: 'Detroit 48204 + 2 more'; null where there is only the first. */
export function describeSearches([first, ...more]: readonly Place[]): string | null {
  if (first === undefined || more.length === 0) return null;
  const city = first.place?.split(',')[0];
  const place = [city, first.zipCode].filter(Boolean).join(' ') || 'No ZIP yet';
  return `${place} + ${more.length} more`;
}
