import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { foundFilters, type FoundFilters, foundListing, foundPath } from '#domain/listing/found.contract.ts';
import { sourcePaths } from '#domain/source/contract.ts';
import { get, getPage } from '#web/lib/api/api.ts';

const pageSize = 50;

/** What was found and fits the filters, newest first. A live change of 'listings' has it read again. */
export const foundQuery = (filters: FoundFilters) =>
  infiniteQueryOptions({
    queryKey: ['listings', 'found', filters],
    queryFn: ({ signal, pageParam }) => getPage(pageParam, foundListing, signal),
    initialPageParam: firstPage(filters),
    getNextPageParam: ({ next }) => next,
    // While another search is under way, what the last one gave stays in view.
    placeholderData: (before) => before,
  });

function firstPage(filters: FoundFilters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value);
  query.set('limit', String(pageSize));
  return `${foundPath}?${query.toString()}`;
}

const sourceName = z.object({ id: z.string() });

/** What sources there are to choose from. */
export const sourceNamesQuery = queryOptions({
  queryKey: ['scout', 'source-names'],
  queryFn: ({ signal }) => get(sourcePaths.list, sourceName.array(), signal),
});

/** The filters in the search part of an address; what is none of them is left out. */
export function filtersIn(search: Record<string, unknown>): FoundFilters {
  const { q, state, type, source } = foundFilters.shape;
  const kept = { q: q.catch(undefined), state: state.catch(undefined), type: type.catch(undefined) };
  // The address turns a text of digits into a number.
  const asked = { ...search, ...('q' in search && { q: String(search['q']) }) };
  const found = z.object({ ...kept, source: source.catch(undefined) }).parse(asked);
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== ''));
}
