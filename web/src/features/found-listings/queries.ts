import { infiniteQueryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import {
  foundListingFilters,
  type FoundListingFilters,
  foundListing,
  foundListingsPath,
} from '#domain/listing/found-listings.contract.ts';
import { type withdrawBody, withdrawPath } from '#domain/listing/withdraw.contract.ts';
import { getPage, send } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

const pageSize = 50;

/** The found listings that match the filters, newest first. A live change of 'listings' refetches them. */
export const foundListingsQuery = (filters: FoundListingFilters) =>
  infiniteQueryOptions({
    queryKey: ['listings', 'found', filters],
    queryFn: ({ signal, pageParam }) => getPage(pageParam, foundListing, signal),
    initialPageParam: buildFirstPagePath(filters),
    getNextPageParam: ({ next }) => next,
    // The previous result stays visible while another search is under way.
    placeholderData: (before) => before,
  });

function buildFirstPagePath(filters: FoundListingFilters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value);
  query.set('limit', String(pageSize));
  return `${foundListingsPath}?${query.toString()}`;
}

type Withdrawal = z.infer<typeof withdrawBody>;

export const withdrawListing = (id: string): Mutation<Withdrawal, string> => ({
  send: (body) => send('POST', withdrawPath(id), body),
  update: (queryClient) => queryClient.invalidateQueries({ queryKey: ['listings'] }),
});

/** Reads the filters from the search part of an address; other parameters are ignored. */
export function parseFoundFilters(search: Record<string, unknown>): FoundListingFilters {
  const { q, state, type, source } = foundListingFilters.shape;
  const lenientShape = { q: q.catch(undefined), state: state.catch(undefined), type: type.catch(undefined) };
  // The router parses a text of digits as a number.
  const params = { ...search, ...('q' in search && { q: String(search['q']) }) };
  const found = z.object({ ...lenientShape, source: source.catch(undefined) }).parse(params);
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== ''));
}
