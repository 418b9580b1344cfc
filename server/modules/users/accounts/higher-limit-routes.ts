import { userStream } from '#domain/event-catalog/streams.ts';
import { higherLimitBody, userPaths } from '#domain/user/contract.ts';
import { user as users } from '#domain/user/decider.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { toAdminUserView } from '#projections/users.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { ChangeDeps } from './deps.ts';
import { loadUserView } from './routes.ts';

/** A member asks for a higher price limit; admins clear the request, and full admins grant one. */
export function higherLimitRoutes({ handle, waitForProjections, findUser }: ChangeDeps): Route[] {
  return [
    route(
      { method: 'post', path: userPaths.requestHigherLimit, access: 'signed-in', status: 200 },
      async ({ user, sender }) => {
        const command = { type: 'RequestHigherLimit', data: { userId: user.id } } as const;
        const { position } = await handle(users, userStream(user.id), command, sender);
        await waitForProjections(position);
        return loadUserView(findUser, user.id);
      },
    ),

    route(
      { method: 'patch', path: userPaths.higherLimit(':id'), access: 'admin', status: 200, body: higherLimitBody },
      async ({ request, body, user: admin, sender }) => {
        const userId = String(request.params['id']);
        const limit = body?.limit;
        if (limit !== undefined && !isFullAdmin(admin.role)) {
          throw new HttpError(403, 'Only a full admin may grant a higher limit');
        }
        const command =
          limit === undefined
            ? ({ type: 'ClearHigherLimit', data: { userId } } as const)
            : ({ type: 'GrantHigherLimit', data: { userId, limit } } as const);
        const { position } = await handle(users, userStream(userId), command, sender);
        await waitForProjections(position);
        const changed = await findUser(userId);
        if (!changed) throw new HttpError(404, 'No such user');
        return toAdminUserView(changed, { isAdmin: isFullAdmin(admin.role) });
      },
    ),
  ];
}
