import { userStream } from '#domain/event-catalog/streams.ts';
import type { AdminUserView } from '#domain/user/contract.ts';
import { user as users } from '#domain/user/decider.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { toAdminUserView, type UserDoc } from '#projections/users.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { ChangeDeps } from '../accounts/deps.ts';

/**
 * Sends a command to a user. Resolves with what then reads that user as `viewer` may see them, which throws HttpError
 * 404.
 */
export async function executeUserCommand(
  { handle, findUser }: ChangeDeps,
  viewer: UserDoc,
  command: UserCommand,
  sender: CommandMetadata,
): Promise<() => Promise<AdminUserView>> {
  const { userId } = command.data;
  await handle(users, userStream(userId), command, sender);
  return async () => {
    const changed = await findUser(userId);
    if (!changed) throw userNotFoundError();
    return toAdminUserView(changed, { isAdmin: isFullAdmin(viewer.role) });
  };
}

export function userNotFoundError(): HttpError {
  return new HttpError(404, 'No such user');
}
