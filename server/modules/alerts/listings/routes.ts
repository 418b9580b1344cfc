import { foundListingEndpoints } from '#domain/listing/found-listings.contract.ts';
import { listingEndpoints } from '#domain/listing/contract.ts';
import { matchExplanationEndpoints } from '#domain/matching/match-explanation.contract.ts';
import { ownMatchEndpoints } from '#domain/matching/own-match-explanation.contract.ts';
import { previewEndpoints } from '#domain/matching/preview.contract.ts';
import { listRecentListings } from '#projections/lists/member-listing-pages.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { buildPreview } from './preview.ts';
import { suggestListings } from './suggest-listings.ts';
import { type ListingDeps, newestEventsWaitMs } from './deps.ts';
import { searchListings } from './search-listings.ts';
import { explainMatchForAdmin } from './explain-match.ts';
import { explainListingForUser } from './explain-listing.ts';
import { retypeListing, withdrawListing } from './correct-listing.ts';

export function listingRoutes(deps: ListingDeps): Route[] {
  return [
    route(listingEndpoints.listRecentListings, ({ user }) => listRecentListings(deps.views, user)),
    route(previewEndpoints.previewMatches, ({ user, query }) => buildPreview(deps, user, query)),
    route(ownMatchEndpoints.explainOwnListing, ({ user, params: { id } }) => explainListingForUser(deps, user, id)),

    route(matchExplanationEndpoints.explainMatch, ({ query }) =>
      explainMatchForAdmin(deps, deps.clock().toISOString(), query),
    ),
    route(matchExplanationEndpoints.suggestListings, ({ query: { q } }) => suggestListings(deps.views, q)),

    route(foundListingEndpoints.listFoundListings, async (call) => {
      await deps.waitForHead(newestEventsWaitMs);
      const { listings, ...page } = await searchListings(deps.views, call.query);
      setPageHeaders(call, page);
      return listings;
    }),

    route(foundListingEndpoints.withdrawListing, ({ params: { id }, body: { reason }, sender }) =>
      withdrawListing(deps, { id, reason }, sender),
    ),
    route(foundListingEndpoints.retypeListing, ({ params: { id }, body: { propertyType }, sender }) =>
      retypeListing(deps, { id, propertyType }, sender),
    ),
  ];
}
