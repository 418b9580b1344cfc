import { foundListingEndpoints } from '#domain/listing/found-listings.contract.ts';
import { listingEndpoints } from '#domain/listing/contract.ts';
import { matchExplanationEndpoints } from '#domain/matching/match-explanation.contract.ts';
import { ownMatchEndpoints } from '#domain/matching/own-match-explanation.contract.ts';
import { previewEndpoints } from '#domain/matching/preview.contract.ts';
import { memberListingEndpoints } from '#domain/member-listing/contract.ts';
import { listMemberListings, listRecentListings, readMemberListings } from '#projections/member-listing-pages.ts';
import { sendCsv } from '#server/platform/http/send-file.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { listingColumns, toCsvPages } from './listing-rows.ts';
import { markListing } from './mark-listing.ts';
import { readMemberListing } from './member-listing.ts';
import { buildPreview } from './preview.ts';
import { suggestListings } from './suggest-listings.ts';
import { waitForLatestEvents } from './wait-for-projections.ts';
import type { ListingDeps } from './deps.ts';
import { searchListings } from './search-listings.ts';
import { explainMatch } from './explain-match.ts';
import { explainListingForUser } from './explain-listing.ts';
import { withdrawListing } from './withdraw-listing.ts';

export function listingRoutes(deps: ListingDeps): Route[] {
  return [
    route(listingEndpoints.listRecentListings, ({ user }) => listRecentListings(deps.views, user)),
    route(memberListingEndpoints.listMemberListings, async (call) => {
      const { listings, ...page } = await listMemberListings(deps.views, call.user.id, call.query);
      setPageHeaders(call, page);
      return listings.map(({ details: _details, why: _why, ...row }) => row);
    }),
    route(memberListingEndpoints.exportMemberListings, ({ user, query, response }) =>
      sendCsv(response, `listings-${deps.clock().toISOString().slice(0, 10)}.csv`, {
        columns: listingColumns,
        pages: toCsvPages(readMemberListings(deps.views, user.id, query)),
      }),
    ),
    route(memberListingEndpoints.markListing, ({ user, params: { id }, body, sender }) =>
      markListing(deps, { userId: user.id, listingId: id, marks: body }, sender),
    ),
    route(previewEndpoints.previewMatches, ({ user, query }) => buildPreview(deps, user, query)),
    // After the paths that it would match too.
    route(memberListingEndpoints.getMemberListing, ({ user, params: { id } }) => readMemberListing(deps, user, id)),
    route(ownMatchEndpoints.explainOwnListing, ({ user, params: { id } }) => explainListingForUser(deps, user, id)),

    route(matchExplanationEndpoints.explainMatch, ({ query }) => explainMatch(deps, deps.clock().toISOString(), query)),
    route(matchExplanationEndpoints.suggestListings, ({ query: { q } }) => suggestListings(deps.views, q)),

    route(foundListingEndpoints.listFoundListings, async (call) => {
      await waitForLatestEvents(deps);
      const { listings, ...page } = await searchListings(deps.views, call.query);
      setPageHeaders(call, page);
      return listings;
    }),

    route(foundListingEndpoints.withdrawListing, ({ params: { id }, body: { reason }, sender }) =>
      withdrawListing(deps, { id, reason }, sender),
    ),
  ];
}
