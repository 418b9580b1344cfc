import { asOfQuery, timeTravelPaths } from '#domain/time-travel/contract.ts';
import type { Context } from '../context.ts';
import { type Route, route } from '../http/route.ts';
import { asOf } from './as-of.ts';

/** What was, as of any moment. */
export function timeTravelRoutes(context: Context): Route[] {
  return [
    route({ method: 'get', path: timeTravelPaths.asOf, access: 'full-admin', status: 200 }, ({ request }) =>
      asOf(context, asOfQuery.parse(request.query)),
    ),
  ];
}
