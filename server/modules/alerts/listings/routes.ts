import * as z from 'zod';
import {
  chosenListingsRequest,
  matchExplanationPaths,
  matchExplanationRequest,
} from '#domain/matching/match-explanation.contract.ts';
import { listingPaths } from '#domain/listing/contract.ts';
import { foundListingFilters, foundListingsPath } from '#domain/listing/found-listings.contract.ts';
import { previewPath } from '#domain/matching/preview.contract.ts';
import { ownMatchExplanationPath } from '#domain/matching/own-match-explanation.contract.ts';
import { withdrawBody, withdrawPath } from '#domain/listing/withdraw.contract.ts';
import { listRecentListings } from '#projections/recent-listings.ts';
import { pagingQuery, setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { buildPreview } from './preview.ts';
import { suggestListings } from './suggest-listings.ts';
import { waitForLatestEvents } from './wait-for-projections.ts';
import type { ListingDeps } from './deps.ts';
import { searchListings } from './search-listings.ts';
import { explainMatch } from './explain-match.ts';
import { explainListingForUser } from './explain-listing.ts';
import { withdrawListing } from './withdraw-listing.ts';

const listingSearchQuery = z.object({ ...pagingQuery, ...foundListingFilters.shape });
const defaultPageSize = 100;

export function listingRoutes(deps: ListingDeps): Route[] {
  return [
    route({ method: 'get', path: listingPaths.recent, access: 'signed-in', status: 200 }, ({ user }) =>
      listRecentListings(deps.views, user),
    ),

    route({ method: 'get', path: previewPath, access: 'signed-in', status: 200 }, ({ user, request }) =>
      buildPreview(deps, user, request.query),
    ),

    route({ method: 'get', path: matchExplanationPaths.pair, access: 'admin', status: 200 }, ({ request }) =>
      explainMatch(deps, deps.clock().toISOString(), matchExplanationRequest.parse(request.query)),
    ),

    route({ method: 'get', path: matchExplanationPaths.listings, access: 'admin', status: 200 }, ({ request }) =>
      suggestListings(deps.views, chosenListingsRequest.parse(request.query).q),
    ),

    route({ method: 'get', path: foundListingsPath, access: 'admin', status: 200 }, async ({ request, response }) => {
      const { limit = defaultPageSize, ...asked } = listingSearchQuery.parse(request.query);
      await waitForLatestEvents(deps);
      const { listings, ...page } = await searchListings(deps.views, { limit, ...asked });
      setPageHeaders(request, response, page);
      return listings;
    }),

    route(
      { method: 'post', path: withdrawPath(':id'), access: 'admin', status: 200, body: withdrawBody },
      ({ body: { reason }, request, sender }) =>
        withdrawListing(deps, { id: String(request.params['id']), reason }, sender),
    ),

    route(
      { method: 'get', path: ownMatchExplanationPath(':id'), access: 'signed-in', status: 200 },
      ({ user, request }) => explainListingForUser(deps, user, String(request.params['id'])),
    ),
  ];
}
