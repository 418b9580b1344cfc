import { Rejected } from '#domain/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../handle.ts';

/**
 * Deletes a user: the fact first, then sessions and sockets, the password, the claim on the address and all that
 * waits to be sent, and at last the key of their personal data. Once begun it is seen through.
 */
export async function deleteUser(context: Context, userId: string, sender: Sender): Promise<void> {
  const { handle, caughtUp, forgetting } = context;
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
