import { listingPaths } from '#domain/listing/contract.ts';
import { recentFor } from '#projections/recent-listings.ts';
import type { Context } from '../context.ts';
import { type Route, route } from '../http/route.ts';

export function listingRoutes({ views }: Context): Route[] {
  return [
    route({ method: 'get', path: listingPaths.recent, access: 'signed-in', status: 200 }, ({ user }) =>
      recentFor(views, user),
    ),
  ];
}
