import { type Position, Rejected, start } from '#domain/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Role } from '#domain/user/events.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../handle.ts';
import { inStep } from '../http/sender.ts';

export type Person = { email: string; password: string; role: Role };

/**
 * Registers a person: the address is claimed and the password kept before the user's first event, so that a crash
 * leaves no user without either. The same command again is the same user. Throws Rejected('email-taken').
 */
export async function register(
  context: Pick<Context, 'emails' | 'vault' | 'handle'>,
  { email, password, role }: Person,
  sender: Sender,
): Promise<{ userId: string; position: Position }> {
  const { emails, vault, handle } = context;
  const userId = emails.userIdFor(email, sender);
  const holder = await emails.holderOf(email);
  if (holder !== null) {
    const isRetry = holder === userId && (await vault.verify(userId, password));
    if (!isRetry) throw new Rejected('email-taken');
    return { userId, position: start };
  }
  // Without the vault there would be a claim, and nobody behind it.
  await vault.ensureUsable();
  const hashed = await vault.hash(userId, password);
  const self = sender.actor === 'anonymous' ? { ...sender, actor: userId } : sender;
  await emails.claim(userId, email, self);
  await vault.keep(hashed);
  const stream = `user-${userId}`;
  const { position } = await handle(users, stream, { type: 'Register', data: { userId, email, role } }, self);
  if (await emails.isClaimedBy(userId, email)) return { userId, position };
  await handle(users, stream, { type: 'Delete', data: { userId } }, inStep(self, 'undo'));
  throw new Rejected('email-taken');
}
