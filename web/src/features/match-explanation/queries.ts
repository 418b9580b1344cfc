import { queryOptions } from '@tanstack/react-query';
import { matchExplanationEndpoints } from '#domain/matching/match-explanation.contract.ts';
import { call } from '#web/lib/api/api.ts';

/** Listings to choose from, by words of the title or a link. */
export const listingChoiceQuery = (q: string) =>
  queryOptions({
    queryKey: ['listings', 'choice', q],
    queryFn: ({ signal }) => call(matchExplanationEndpoints.suggestListings, { query: { q }, signal }),
  });

export const matchExplanationQuery = (listing: string, user: string, asOf: 'now' | 'then') =>
  queryOptions({
    queryKey: ['pair-why', listing, user, asOf],
    queryFn: ({ signal }) =>
      call(matchExplanationEndpoints.explainMatch, { query: { listing, user, as_of: asOf }, signal }),
    // The result must be that of the current state.
    gcTime: 0,
  });
