import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { listingPaths, listingView } from '#domain/listing/contract.ts';
import { ownMatchExplanation, ownMatchExplanationPath } from '#domain/matching/own-match-explanation.contract.ts';
import { get } from '#web/lib/api/api.ts';

export const recentListingsQuery = queryOptions({
  queryKey: ['recent-listings'],
  queryFn: ({ signal }) => get(listingPaths.recent, z.array(listingView), signal),
});

/** Why the user got a listing. */
export const ownExplanationQuery = (id: string) =>
  queryOptions({
    queryKey: ['why', id],
    queryFn: ({ signal }) => get(ownMatchExplanationPath(id), ownMatchExplanation, signal),
  });
