import type { SearchView } from '#domain/user/searches.contract.ts';

type Place = Pick<SearchView, 'place' | 'zipCode'>;

/** Several searches in a few words: 'Detroit 48204 + 2 more'; null where there is only the first. */
export function describeSearches([first, ...more]: readonly Place[]): string | null {
  if (first === undefined || more.length === 0) return null;
  const city = first.place?.split(',')[0];
  const place = [city, first.zipCode].filter(Boolean).join(' ') || 'No ZIP yet';
  return `${place} + ${more.length} more`;
}
