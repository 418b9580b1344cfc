import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { chosenListing, matchExplanation, matchExplanationPaths } from '#domain/matching/match-explanation.contract.ts';
import { get } from '#web/lib/api/api.ts';

/** Listings to choose from, by words of the title or a link. */
export const listingChoiceQuery = (q: string) =>
  queryOptions({
    queryKey: ['listings', 'choice', q],
    queryFn: ({ signal }) =>
      get(`${matchExplanationPaths.listings}?${new URLSearchParams({ q }).toString()}`, z.array(chosenListing), signal),
  });

export const matchExplanationQuery = (listing: string, user: string, asOf: 'now' | 'then') =>
  queryOptions({
    queryKey: ['pair-why', listing, user, asOf],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ listing, user, as_of: asOf });
      return get(`${matchExplanationPaths.pair}?${query.toString()}`, matchExplanation, signal);
    },
    // The result must be that of the current state.
    gcTime: 0,
  });
