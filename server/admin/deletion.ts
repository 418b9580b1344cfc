import { user as users } from '#domain/user/decider.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../handle.ts';
import { inStep } from '../http/sender.ts';
import { currentUser } from '../users/current-user.ts';

/** Deletes a user: the fact first, then the sessions and sockets, the password and the claim on the address. */
export async function deleteUser(context: Context, userId: string, sender: Sender): Promise<void> {
  const { handle, caughtUp, sessions, vault, emails } = context;
  const user = await currentUser(context, userId);
  const { position } = await handle(users, `user-${userId}`, { type: 'Delete', data: { userId } }, sender);
  await sessions.endAllOf(userId);
  await vault.forget(userId);
  if (user) await emails.release(userId, user.email, inStep(sender, 'release'));
  await caughtUp(position);
}
