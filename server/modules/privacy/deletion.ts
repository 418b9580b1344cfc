import { Rejected } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import type { CommandDeps, KeepAnAdmin } from '#server/modules/users/index.ts';
import type { Sender } from '#server/platform/commands/handle.ts';
import type { Forgetting } from './forgetting.ts';

export type DeletionDeps = CommandDeps & {
  forgetting: Pick<Forgetting, 'begin' | 'refused' | 'finish' | 'scrub'>;
  keepAnAdmin: KeepAnAdmin;
};

/** Deletes a user, unless they are the last full admin. Throws Problem 409, 503. */
export type EraseUser = (userId: string, sender: Sender) => Promise<void>;

export function createEraser(deps: DeletionDeps): EraseUser {
  return (userId, sender) => deps.keepAnAdmin(userId, () => deleteUser(deps, userId, sender));
}

/**
 * Deletes a user: the fact first, then sessions and sockets, the password, the claim on the address and all that
 * waits to be sent, and at last the key of their personal data. A deletion that has begun is always completed.
 */
async function deleteUser(
  { handle, caughtUp, forgetting }: DeletionDeps,
  userId: string,
  sender: Sender,
): Promise<void> {
  await forgetting.begin(userId);
  const command = { type: 'Delete', data: { userId } } as const;
  const { position } = await handle(users, `user-${userId}`, command, sender).catch(async (error: unknown) => {
    if (error instanceof Rejected) await forgetting.refused(userId);
    throw error;
  });
  await forgetting.finish(userId);
  await caughtUp(position);
  await forgetting.scrub();
}
