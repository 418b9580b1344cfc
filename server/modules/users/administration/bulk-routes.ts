import { userStream } from '#domain/event-catalog/streams.ts';
import { type UserBulkAction, userEndpoints } from '#domain/user/admin.contract.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user as users } from '#domain/user/decider.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { runBulk } from '#server/platform/http/routing/run-bulk.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

const commands: Record<UserBulkAction, (userId: string, now: string) => UserCommand> = {
  activate: (userId, now) => ({ type: 'ActivateMembership', data: { userId, now } }),
  deactivate: (userId) => ({ type: 'DeactivateMembership', data: { userId } }),
  'clear-request': (userId) => ({ type: 'ClearHigherLimit', data: { userId } }),
};

/** Changes many users, each by a command of their own. */
export function userBulkRoutes({ handle, clock }: Pick<Platform, 'handle' | 'clock'>): Route[] {
  return [
    route(userEndpoints.changeUsers, ({ body: { ids, action }, user, sender }) => {
      if (action !== 'clear-request' && !isFullAdmin(user.role)) {
        throw new HttpError(403, 'Only a full admin may change a membership');
      }
      const now = clock().toISOString();
      const createCommand = commands[action];
      return runBulk(ids, (id) => handle(users, userStream(id), createCommand(id, now), sender));
    }),
  ];
}
