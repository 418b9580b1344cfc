import { type Position, Rejected } from '#domain/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import { emailKey } from '#domain/user/email-key.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../handle.ts';
import { inStep } from '../http/sender.ts';

/** Gives a user another address: claimed first, released last, so that a crash leaves none doubled or lost. */
export async function changeEmail(context: Context, user: UserDoc, email: string, sender: Sender): Promise<Position> {
  const { emails, handle } = context;
  const stream = `user-${user.id}`;
  await emails.claim(user.id, email, sender);
  const change = { type: 'ChangeEmail', data: { userId: user.id, email } } as const;
  const { position } = await handle(users, stream, change, inStep(sender, 'email'));
  if (!(await emails.isClaimedBy(user.id, email))) {
    const undo = { type: 'ChangeEmail', data: { userId: user.id, email: user.email } } as const;
    await handle(users, stream, undo, inStep(sender, 'undo'));
    throw new Rejected('email-taken');
  }
  if (user.emailKey !== emailKey(email)) await emails.release(user.id, user.email, sender);
  return position;
}

/** Gives a user another password and ends their other sessions. */
export async function changePassword(
  context: Context,
  { userId, password, sessionId }: { userId: string; password: string; sessionId: string },
  sender: Sender,
): Promise<Position> {
  const hashed = await context.vault.hash(userId, password);
  // Without the log there would be another password, and nothing that says so.
  await context.events.read(`user-${userId}`);
  await context.vault.keep(hashed);
  await context.sessions.endAllOf(userId, sessionId);
  const change = { type: 'ChangePassword', data: { userId } } as const;
  const { position } = await context.handle(users, `user-${userId}`, change, inStep(sender, 'password'));
  return position;
}

type Tried = { userId: string | null; password: string };

/** Whether a password stands for the user at a change: their own, or the temporary one, used or not. */
export async function isCurrent(context: Context, tried: Tried, begin: () => Promise<void>): Promise<boolean> {
  const { isOwn, isTemporary } = await known(context, tried, begin);
  return isOwn || isTemporary;
}

/** Whether a password opens the account (of nobody: null). A temporary one does so once, and is spent by this. */
export async function opens(
  context: Context,
  tried: Tried,
  sender: Sender,
  begin: () => Promise<void>,
): Promise<boolean> {
  const { isOwn, isTemporary } = await known(context, tried, begin);
  if (isOwn || !isTemporary || tried.userId === null) return isOwn;
  const use = { type: 'UseTemporaryPassword', data: { userId: tried.userId } } as const;
  try {
    await context.handle(users, `user-${tried.userId}`, use, inStep({ ...sender, actor: tried.userId }, 'temporary'));
    return true;
  } catch (error) {
    if (error instanceof Rejected) return false;
    throw error;
  }
}

/** Both are looked at in any case, so that the time tells nothing. */
async function known({ vault, temporaryPasswords }: Context, { userId, password }: Tried, begin: () => Promise<void>) {
  const [isOwn, isTemporary] = await Promise.all([
    vault.verify(userId, password, begin),
    temporaryPasswords.matches(userId, password),
  ]);
  return { isOwn, isTemporary };
}

/** Whether this very command has already come to its end: its answer was lost, and it is sent again. */
export async function isDone(
  { events }: Context,
  userId: string,
  last: 'EmailChanged' | 'PasswordChanged',
  sender: Sender,
) {
  const { events: past } = await events.read(`user-${userId}`);
  return past.some(({ type, metadata }) => type === last && metadata.correlationId === sender.commandId);
}
