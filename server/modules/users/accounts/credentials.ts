import { type Position, Rejected } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import { emailKey } from '#domain/user/email-key.ts';
import type { UserDoc } from '#projections/users.ts';
import type { TemporaryPasswords } from '../passwords/temporary.ts';
import type { Vault } from '../passwords/vault.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Handle, Sender } from '#server/platform/commands/handle.ts';
import { inStep } from '#server/platform/http/routing/sender.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import type { Emails } from './emails.ts';

type EmailChangeDeps = { emails: Emails; handle: Handle };
type PasswordChangeDeps = {
  vault: Vault;
  events: Pick<EventStore, 'read'>;
  sessions: Pick<Sessions, 'endAllOf'>;
  handle: Handle;
};
type PasswordCheckDeps = { vault: Vault; temporaryPasswords: Pick<TemporaryPasswords, 'matches'> };
export type CredentialsDeps = EmailChangeDeps & PasswordChangeDeps & PasswordCheckDeps;

type PasswordChange = { userId: string; password: string; sessionId: string };
type Tried = { userId: string | null; password: string };

export type Credentials = ReturnType<typeof createCredentials>;

/** What a user signs in with: their address and their password. */
export function createCredentials(deps: CredentialsDeps) {
  return {
    /** Gives a user another address. Throws Rejected('email-taken'). */
    changeEmail: (user: UserDoc, email: string, sender: Sender) => changeEmail(deps, user, email, sender),
    /** Gives a user another password and ends their other sessions. */
    changePassword: (change: PasswordChange, sender: Sender) => changePassword(deps, change, sender),
    /** Whether a password stands for the user at a change: their own, or the temporary one, used or not. */
    isCurrent: async (tried: Tried, begin: () => Promise<void>): Promise<boolean> => {
      const { isOwn, isTemporary } = await known(deps, tried, begin);
      return isOwn || isTemporary;
    },
    /** Whether a password opens the account (of nobody: null). A temporary one does so once, and is spent by this. */
    opens: (tried: Tried, sender: Sender, begin: () => Promise<void>) => opens(deps, tried, sender, begin),
    /** Whether this very command has already come to its end: its answer was lost, and it is sent again. */
    isDone: async (userId: string, last: 'EmailChanged' | 'PasswordChanged', sender: Sender): Promise<boolean> => {
      const { events: past } = await deps.events.read(`user-${userId}`);
      return past.some(({ type, metadata }) => type === last && metadata.correlationId === sender.commandId);
    },
  };
}

/** The address is claimed first and released last, so that a crash leaves none doubled or lost. */
async function changeEmail(
  { emails, handle }: EmailChangeDeps,
  user: UserDoc,
  email: string,
  sender: Sender,
): Promise<Position> {
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

async function changePassword(
  { vault, events, sessions, handle }: PasswordChangeDeps,
  { userId, password, sessionId }: PasswordChange,
  sender: Sender,
): Promise<Position> {
  const hashed = await vault.hash(userId, password);
  // A log that cannot be read would leave another password without an event that records it.
  await events.read(`user-${userId}`);
  await vault.keep(hashed);
  await sessions.endAllOf(userId, sessionId);
  const change = { type: 'ChangePassword', data: { userId } } as const;
  const { position } = await handle(users, `user-${userId}`, change, inStep(sender, 'password'));
  return position;
}

async function opens(
  deps: PasswordCheckDeps & { handle: Handle },
  tried: Tried,
  sender: Sender,
  begin: () => Promise<void>,
): Promise<boolean> {
  const { isOwn, isTemporary } = await known(deps, tried, begin);
  if (isOwn || !isTemporary || tried.userId === null) return isOwn;
  const use = { type: 'UseTemporaryPassword', data: { userId: tried.userId } } as const;
  try {
    await deps.handle(users, `user-${tried.userId}`, use, inStep({ ...sender, actor: tried.userId }, 'temporary'));
    return true;
  } catch (error) {
    if (error instanceof Rejected) return false;
    throw error;
  }
}

/** Checks both in any case, so that the time of the answer gives nothing away. */
async function known(
  { vault, temporaryPasswords }: PasswordCheckDeps,
  { userId, password }: Tried,
  begin: () => Promise<void>,
) {
  const [isOwn, isTemporary] = await Promise.all([
    vault.verify(userId, password, begin),
    temporaryPasswords.matches(userId, password),
  ]);
  return { isOwn, isTemporary };
}
