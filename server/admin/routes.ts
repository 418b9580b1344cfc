import type { Context } from '../context.ts';
import type { Route } from '../http/route.ts';
import { accountRoutes } from './account-routes.ts';
import { importRoutes } from './import/routes.ts';
import { logRoutes } from './log-routes.ts';
import { userRoutes } from './user-routes.ts';

/** What admins see and do. */
export function adminRoutes(context: Context): Route[] {
  // A path that is written out comes before the one of any user.
  return [...importRoutes(context), ...userRoutes(context), ...accountRoutes(context), ...logRoutes(context)];
}
