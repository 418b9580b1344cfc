import { queryOptions } from '@tanstack/react-query';
import { listingEndpoints } from '#domain/listing/contract.ts';
import { ownMatchEndpoints } from '#domain/matching/own-match-explanation.contract.ts';
import { call } from '#web/lib/api/api.ts';

export const recentListingsQuery = queryOptions({
  queryKey: ['listings', 'recent'],
  queryFn: ({ signal }) => call(listingEndpoints.listRecentListings, { signal }),
});

/** Why the user got a listing. */
export const ownExplanationQuery = (id: string) =>
  queryOptions({
    queryKey: ['why', id],
    queryFn: ({ signal }) => call(ownMatchEndpoints.explainOwnListing, { params: { id }, signal }),
  });
