import { userEndpoints } from '#domain/user/admin.contract.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { EraseUser } from './erase-user.ts';

/** How full admins delete the account of another user. */
export function erasureRoutes({ eraseUser }: { eraseUser: EraseUser }): Route[] {
  return [
    route(userEndpoints.deleteUser, async ({ params: { id }, user, sender }) => {
      if (id === user.id) throw new HttpError(403, 'You cannot delete your own account');
      await eraseUser(id, sender);
    }),
  ];
}
