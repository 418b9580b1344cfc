import { infiniteQueryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import {
  foundListingEndpoints,
  foundListingFilters,
  type FoundListingFilters,
} from '#domain/listing/found-listings.contract.ts';
import type { PropertyType } from '#domain/listing/property-types.contract.ts';
import { call } from '#web/lib/api/api.ts';
import { listPages } from '#web/lib/api/list-pages.ts';
import { parseSearch } from '#web/lib/parse-search.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

/** The found listings that match the filters, newest first. A live change of 'listings' refetches them. */
export const foundListingsQuery = (filters: FoundListingFilters) =>
  infiniteQueryOptions({
    queryKey: ['listings', 'found', filters],
    ...listPages(foundListingEndpoints.listFoundListings, { query: filters }),
    // The previous result stays visible while another search is under way.
    placeholderData: (before) => before,
  });

export const withdrawFoundListing = (id: string): Mutation<{ reason: string }, unknown> => ({
  send: (body) => call(foundListingEndpoints.withdrawListing, { params: { id }, body }),
  update: (queryClient) => queryClient.invalidateQueries({ queryKey: ['listings'] }),
});

export const retypeFoundListing = (id: string): Mutation<{ propertyType: PropertyType }, unknown> => ({
  send: (body) => call(foundListingEndpoints.retypeListing, { params: { id }, body }),
  update: (queryClient) => queryClient.invalidateQueries({ queryKey: ['listings'] }),
});

export type FoundSearch = FoundListingFilters & { view?: 'map' };

/** Reads the filters from the search part of an address; other parameters are ignored. */
export function parseFoundFilters(search: Record<string, unknown>): FoundSearch {
  return parseSearch({ ...foundListingFilters.shape, view: z.literal('map') }, search);
}
