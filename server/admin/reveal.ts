import { randomUUID } from 'node:crypto';
import { user as users } from '#domain/user/decider.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../handle.ts';
import { Problem } from '../http/problem.ts';

/** A user's password, once the log says that it was revealed, and to whom. Throws Problem 409 where it cannot be shown. */
export async function revealPassword(context: Context, userId: string, sender: Sender): Promise<string> {
  const { vault, handle, caughtUp } = context;
  const password = await vault.recover(userId);
  if (password === null) throw new Problem(409, 'This password cannot be shown');
  // Each look is a fact of its own, also where a request is sent again.
  const look = { ...sender, commandId: randomUUID() };
  const { position } = await handle(users, `user-${userId}`, { type: 'RevealPassword', data: { userId } }, look);
  await caughtUp(position);
  return password;
}
