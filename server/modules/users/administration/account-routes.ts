import { randomUUID } from 'node:crypto';
import { userEndpoints } from '#domain/user/admin.contract.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { ChangeDeps } from '../accounts/deps.ts';
import { executeUserCommand, userNotFoundError } from './execute-user-command.ts';
import type { EnsureOneFullAdmin } from './last-admin.ts';
import type { Vault } from '../passwords/vault.ts';

type RevealDeps = { handle: CommandHandler; vault: Pick<Vault, 'recover'> };

export type AdminAccountDeps = ChangeDeps &
  RevealDeps & {
    config: Pick<Config, 'passwordReveal'>;
    limits: Pick<RateLimits, 'reveal'>;
    ensureOneFullAdmin: EnsureOneFullAdmin;
  };

/** What full admins do with an account itself: change its role and reveal its password. */
export function adminAccountRoutes(deps: AdminAccountDeps): Route[] {
  const { config, limits, ensureOneFullAdmin, findUser } = deps;

  const roles = route(userEndpoints.changeRole, ({ params: { id: userId }, body: { role }, user, sender }) => {
    if (userId === user.id) throw new HttpError(403, 'You cannot change your own role');
    const change = (removal = {}) =>
      executeUserCommand(deps, user, { type: 'ChangeRole', data: { userId, role, ...removal } }, sender);
    return role === 'full' ? change() : ensureOneFullAdmin(userId, sender, change);
  });

  const reveal = route(userEndpoints.revealPassword, async ({ params: { id }, user, sender }) => {
    await limits.reveal(user.id);
    const subject = await findUser(id);
    if (!subject) throw userNotFoundError();
    return { password: await revealPassword(deps, subject.id, sender) };
  });

  return config.passwordReveal === 'off' ? [roles] : [roles, reveal];
}

/**
 * The password of a user, after an event has recorded which admin reads it. Throws HttpError 409 if it cannot be shown.
 */
async function revealPassword({ vault, handle }: RevealDeps, userId: string, sender: CommandMetadata): Promise<string> {
  const password = await vault.recover(userId);
  if (password === null) throw new HttpError(409, 'This password cannot be shown');
  // Each read is its own event, even where a request is repeated.
  const revealMetadata = { ...sender, commandId: randomUUID() };
  await handle(users, userStream(userId), { type: 'RevealPassword', data: { userId } }, revealMetadata);
  return password;
}
