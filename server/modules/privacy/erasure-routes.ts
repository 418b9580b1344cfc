import { adminPaths } from '#domain/user/admin.contract.ts';
import { readIdParam } from '#server/modules/users/index.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { EraseUser } from './erase-user.ts';

/** How full admins delete the account of another user. */
export function erasureRoutes({ eraseUser }: { eraseUser: EraseUser }): Route[] {
  return [
    route(
      { method: 'delete', path: adminPaths.user(':id'), access: 'full-admin', status: 204 },
      async ({ request, user, sender }) => {
        const userId = readIdParam(request);
        if (userId === user.id) throw new HttpError(403, 'You cannot delete your own account');
        await eraseUser(userId, sender);
      },
    ),
  ];
}
