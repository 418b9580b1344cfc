import { randomUUID } from 'node:crypto';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Vault } from '../passwords/vault.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';

export type RevealDeps = { handle: CommandHandler; vault: Pick<Vault, 'recover'> };

/**
 * The password of a user, after an event has recorded which admin reads it. Throws HttpError 409 if it cannot be shown.
 */
export async function revealPassword(
  { vault, handle }: RevealDeps,
  userId: string,
  sender: CommandMetadata,
): Promise<string> {
  const password = await vault.recover(userId);
  if (password === null) throw new HttpError(409, 'This password cannot be shown');
  // Each read is its own event, even where a request is repeated.
  const revealMetadata = { ...sender, commandId: randomUUID() };
  await handle(users, userStream(userId), { type: 'RevealPassword', data: { userId } }, revealMetadata);
  return password;
}
