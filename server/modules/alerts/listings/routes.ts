import * as z from 'zod';
import { choiceQuery, pairWhyPaths, pairWhyQuery } from '#domain/matching/pair-why.contract.ts';
import { listingPaths } from '#domain/listing/contract.ts';
import { foundFilters, foundPath } from '#domain/listing/found.contract.ts';
import { previewPath } from '#domain/matching/preview.contract.ts';
import { whyPath } from '#domain/matching/why.contract.ts';
import { withdrawBody, withdrawPath } from '#domain/listing/withdrawal.contract.ts';
import { recentFor } from '#projections/recent-listings.ts';
import { paging, setPage } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { previewFor } from './preview.ts';
import { listingsLike } from './choice.ts';
import { current } from './current.ts';
import type { ListingDeps } from './deps.ts';
import { foundListings } from './found.ts';
import { pairWhyOf } from './pair.ts';
import { whyFor } from './why.ts';
import { withdraw } from './withdraw.ts';

const foundQuery = z.object({ ...paging, ...foundFilters.shape });
const usualPage = 100;

export function listingRoutes(deps: ListingDeps): Route[] {
  return [
    route({ method: 'get', path: listingPaths.recent, access: 'signed-in', status: 200 }, ({ user }) =>
      recentFor(deps.views, user),
    ),

    route({ method: 'get', path: previewPath, access: 'signed-in', status: 200 }, ({ user, request }) =>
      previewFor(deps, user, request.query),
    ),

    route({ method: 'get', path: pairWhyPaths.pair, access: 'admin', status: 200 }, ({ request }) =>
      pairWhyOf(deps, deps.clock().toISOString(), pairWhyQuery.parse(request.query)),
    ),

    route({ method: 'get', path: pairWhyPaths.listings, access: 'admin', status: 200 }, ({ request }) =>
      listingsLike(deps.views, choiceQuery.parse(request.query).q),
    ),

    route({ method: 'get', path: foundPath, access: 'admin', status: 200 }, async ({ request, response }) => {
      const { limit = usualPage, ...asked } = foundQuery.parse(request.query);
      await current(deps);
      const { listings, ...page } = await foundListings(deps.views, { limit, ...asked });
      setPage(request, response, page);
      return listings;
    }),

    route(
      { method: 'post', path: withdrawPath(':id'), access: 'admin', status: 200, body: withdrawBody },
      ({ body: { reason }, request, sender }) => withdraw(deps, { id: String(request.params['id']), reason }, sender),
    ),

    route({ method: 'get', path: whyPath(':id'), access: 'signed-in', status: 200 }, ({ user, request }) =>
      whyFor(deps, user, String(request.params['id'])),
    ),
  ];
}
