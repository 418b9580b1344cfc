import { userStream } from '#domain/event-catalog/streams.ts';
import { Rejected } from '#domain/shared/decider.ts';
import type { UserCommandData } from '#domain/user/commands.ts';
import { user as users } from '#domain/user/decider.ts';
import type { EnsureOneFullAdmin } from '#server/modules/users/index.ts';
import type { CommandDeps, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { ErasureService } from './account-erasure.ts';

export type EraseUserDeps = CommandDeps & {
  accountErasure: Pick<ErasureService, 'begin' | 'abort' | 'complete' | 'scrub'>;
  ensureOneFullAdmin: EnsureOneFullAdmin;
};

/** Deletes a user, unless they are the last full admin. Throws HttpError 409, Rejected. */
export type EraseUser = (userId: string, sender: CommandMetadata) => Promise<void>;

export function createUserEraser(deps: EraseUserDeps): EraseUser {
  return (userId, sender) =>
    deps.ensureOneFullAdmin(userId, sender, (removal) => deleteUser(deps, { userId, ...removal }, sender));
}

/**
 * Deletes a user: first the event, then sessions and sockets, the password, the claim on the address and all queued
 * messages, and last the key of their personal data. A deletion that has begun is always completed, and done once more a
 * little later: something may have read the user's data before, and written after it.
 */
async function deleteUser(
  { handle, waitForProjections, accountErasure }: EraseUserDeps,
  deletion: UserCommandData<'Delete'>,
  sender: CommandMetadata,
): Promise<void> {
  const { userId } = deletion;
  await accountErasure.begin(userId);
  const command = { type: 'Delete', data: deletion } as const;
  const { position } = await handle(users, userStream(userId), command, sender).catch(async (error: unknown) => {
    if (error instanceof Rejected) await accountErasure.abort(userId);
    throw error;
  });
  await accountErasure.complete(userId);
  await waitForProjections(position);
  await accountErasure.scrub();
}
