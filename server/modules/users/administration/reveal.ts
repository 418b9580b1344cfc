import { randomUUID } from 'node:crypto';
import { user as users } from '#domain/user/decider.ts';
import type { Vault } from '../passwords/vault.ts';
import type { Sender } from '#server/platform/commands/handle.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import type { CommandDeps } from '../accounts/deps.ts';

export type RevealDeps = CommandDeps & { vault: Pick<Vault, 'recover'> };

/** A user's password, after an event has recorded who looks at it. Throws Problem 409 where it cannot be shown. */
export async function revealPassword(
  { vault, handle, caughtUp }: RevealDeps,
  userId: string,
  sender: Sender,
): Promise<string> {
  const password = await vault.recover(userId);
  if (password === null) throw new Problem(409, 'This password cannot be shown');
  // Each look is an event of its own, even where a request is repeated.
  const look = { ...sender, commandId: randomUUID() };
  const { position } = await handle(users, `user-${userId}`, { type: 'RevealPassword', data: { userId } }, look);
  await caughtUp(position);
  return password;
}
