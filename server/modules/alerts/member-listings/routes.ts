import { memberListingEndpoints } from '#domain/member-listing/contract.ts';
import { listMemberListings, readMemberListings } from '#projections/lists/member-listing-pages.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { sendCsv } from '#server/platform/http/send-file.ts';
import type { ListingDeps } from '../listings/deps.ts';
import { listingColumns, toCsvPages } from './listing-rows.ts';
import { createListingMarker } from './mark-listing.ts';
import { type MemberListingDeps, readMemberListing } from './member-listing.ts';

type MemberListingRoutesDeps = Pick<
  ListingDeps,
  'views' | 'events' | 'handle' | 'waitForProjections' | 'waitForHead' | 'clock' | 'limits'
> &
  Pick<MemberListingDeps, 'findDeal' | 'findSharedContact'>;

/** All that a member was ever alerted of. They come last, as `/api/listings/:id` matches other paths too. */
export function memberListingRoutes(deps: MemberListingRoutesDeps): Route[] {
  const markListing = createListingMarker(deps);
  return [
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
    route(memberListingEndpoints.markListing, async ({ user, params: { id }, body, sender }) => {
      await deps.limits.change(user.id);
      return markListing({ userId: user.id, listingId: id, marks: body }, sender);
    }),
    route(memberListingEndpoints.getMemberListing, ({ user, params: { id } }) => readMemberListing(deps, user, id)),
  ];
}
