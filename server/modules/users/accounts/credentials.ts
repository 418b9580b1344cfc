import { userStream } from '#domain/event-catalog/streams.ts';
import { type Position, type Recorded, Rejected } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import type { TemporaryPasswords } from '../passwords/temporary-passwords.ts';
import type { Vault } from '../passwords/vault.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import { changeEmail, type EmailChangeDeps } from './change-email.ts';

type PasswordChangeDeps = {
  vault: Vault;
  events: Pick<EventStore, 'read'>;
  sessions: Pick<Sessions, 'endAllOf'>;
  handle: CommandHandler;
};
type PasswordCheckDeps = { vault: Vault; temporaryPasswords: Pick<TemporaryPasswords, 'verify'> };
export type CredentialsDeps = EmailChangeDeps & PasswordChangeDeps & PasswordCheckDeps;

type PasswordChange = { userId: string; password: string; sessionKey: string };
type PasswordAttempt = { userId: string | null; password: string };

export type Credentials = ReturnType<typeof createCredentials>;

/** What a user signs in with: their address and password. */
export function createCredentials(deps: CredentialsDeps) {
  return {
    /** Changes the address of a user. Throws Rejected 'email-taken'. */
    changeEmail: (userId: string, email: string, sender: CommandMetadata) =>
      changeEmail(deps, { userId, email }, sender),
    /** Changes the password of a user and ends their other sessions. */
    changePassword: (change: PasswordChange, sender: CommandMetadata) => changePassword(deps, change, sender),
    /** Whether a password authorises a change by the user: their own, or the temporary one, used or not. */
    verifyCurrentPassword: async (attempt: PasswordAttempt, begin: () => Promise<void>): Promise<boolean> => {
      const { isOwn, isTemporary } = await checkPasswords(deps, attempt, begin);
      return isOwn || isTemporary;
    },
    /** Whether a password opens the account (null: no account). A temporary one does so once; this call uses it up. */
    authenticate: (attempt: PasswordAttempt, sender: CommandMetadata, begin: () => Promise<void>) =>
      authenticate(deps, attempt, sender, begin),
    /** Whether this command has already completed: its answer was lost, and it is sent again. */
    wasAlreadyApplied: async (
      userId: string,
      last: 'EmailChanged' | 'PasswordChanged',
      sender: CommandMetadata,
    ): Promise<boolean> => {
      const isThis = ({ type, metadata }: Recorded<UserEvent>) =>
        type === last && metadata.correlationId === sender.commandId;
      const evolve = (isSoFar: boolean, event: Recorded<UserEvent>) => isSoFar || isThis(event);
      return readState(deps.events, { evolve, initialState: false }, userStream(userId));
    },
  };
}

async function changePassword(
  { vault, events, sessions, handle }: PasswordChangeDeps,
  { userId, password, sessionKey }: PasswordChange,
  sender: CommandMetadata,
): Promise<Position> {
  const hashed = await vault.hash(userId, password);
  // If the log cannot be read, the password would change without an event that records it.
  await events.read(userStream(userId), 0, 1);
  await vault.save(hashed);
  await sessions.endAllOf(userId, sessionKey);
  const change = { type: 'ChangePassword', data: { userId } } as const;
  const { position } = await handle(users, userStream(userId), change, childCommand(sender, 'password'));
  return position;
}

async function authenticate(
  deps: PasswordCheckDeps & { handle: CommandHandler },
  attempt: PasswordAttempt,
  sender: CommandMetadata,
  begin: () => Promise<void>,
): Promise<boolean> {
  const { isOwn, isTemporary } = await checkPasswords(deps, attempt, begin);
  if (isOwn || !isTemporary || attempt.userId === null) return isOwn;
  const use = { type: 'UseTemporaryPassword', data: { userId: attempt.userId } } as const;
  try {
    await deps.handle(
      users,
      userStream(attempt.userId),
      use,
      childCommand({ ...sender, actor: attempt.userId }, 'temporary'),
    );
    return true;
  } catch (error) {
    if (error instanceof Rejected) return false;
    throw error;
  }
}

/** Checks both in every case, so that the response time reveals nothing. */
async function checkPasswords(
  { vault, temporaryPasswords }: PasswordCheckDeps,
  { userId, password }: PasswordAttempt,
  begin: () => Promise<void>,
) {
  const [isOwn, isTemporary] = await Promise.all([
    vault.verify(userId, password, begin),
    temporaryPasswords.verify(userId, password),
  ]);
  return { isOwn, isTemporary };
}
