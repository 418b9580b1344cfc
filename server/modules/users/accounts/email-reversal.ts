import { userStream } from '#domain/event-catalog/streams.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import { changeEmail, type EmailChangeDeps } from './change-email.ts';
import { resetSecondFactors } from '../second-factor/prove-identity.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { Vault } from '../passwords/vault.ts';

const lifetimeMs = 7 * 86_400_000;

type ChangeDeps = { events: Pick<EventStore, 'read'>; clock: Clock };
/** A change of a user's address, by the id of its event. */
export type EmailChangeId = { userId: string; changeId: string };
/** The addresses before and after a change. */
type EmailChange = {
  id: string;
  at: string;
  former: string;
  email: string;
  takesBack: string | undefined;
};

/**
 * A change that can still be taken back: of the last 7 days, and neither it nor an earlier one was taken back since.
 * An intruder cannot spend the link of its owner by changing the address once more.
 */
export async function findReversibleChange(
  { events, clock }: ChangeDeps,
  { userId, changeId }: EmailChangeId,
): Promise<Pick<EmailChange, 'former' | 'email'> | null> {
  const { events: past } = await events.read(userStream(userId));
  if (past.at(-1)?.type === 'UserDeleted') return null;
  const changes = listChanges(past);
  const index = changes.findIndex(({ id }) => id === changeId);
  const change = changes[index];
  if (change === undefined || change.takesBack !== undefined) return null;
  if (clock().getTime() - Date.parse(change.at) > lifetimeMs) return null;
  const spent = new Set(changes.slice(0, index + 1).map(({ id }) => id));
  return changes.slice(index + 1).some(({ takesBack }) => spent.has(takesBack ?? '')) ? null : change;
}

function listChanges(past: readonly Recorded<UserEvent>[]): EmailChange[] {
  let address = '';
  const changes: EmailChange[] = [];
  for (const event of past) {
    if (event.type !== 'UserRegistered' && event.type !== 'EmailChanged') continue;
    const [former, { email }] = [address, event.data];
    address = email;
    if (event.type === 'EmailChanged')
      changes.push({ id: event.id, at: event.metadata.at, former, email, takesBack: event.data.takesBack });
  }
  return changes;
}

/** How far a change was taken back by its link. */
type TakeBack = { former: string; isComplete: boolean };

/** Null where it was not, or the address has changed again since. */
function findTakeBack(past: readonly Recorded<UserEvent>[], changeId: string): TakeBack | null {
  if (past.at(-1)?.type === 'UserDeleted') return null;
  const index = past.findLastIndex(({ type }) => type === 'EmailChanged');
  const event = past[index];
  if (event?.type !== 'EmailChanged' || event.data.takesBack !== changeId) return null;
  return { former: event.data.email, isComplete: past.slice(index).some(({ type }) => replacesPassword.has(type)) };
}
const replacesPassword = new Set<UserEvent['type']>(['TemporaryPasswordIssued', 'PasswordChanged']);

export type EmailReversal = ReturnType<typeof createEmailReversal>;
type EmailReversalDeps = ChangeDeps &
  EmailChangeDeps & {
    sessions: Pick<Sessions, 'endAllOf'>;
    vault: Pick<Vault, 'remove'>;
    secondFactors: Pick<SecondFactors, 'has' | 'removeAll'>;
  };

/** Takes a change of address back: for the holder of the former address, whose account may be in other hands. */
export function createEmailReversal(deps: EmailReversalDeps) {
  const { events, sessions, handle, vault } = deps;
  const userMutex = createKeyedMutex();

  const changeBack = async (change: EmailChangeId, sender: CommandMetadata): Promise<string | null> => {
    const { userId, changeId } = change;
    const reversibleChange = await findReversibleChange(deps, change);
    if (reversibleChange === null) return null;
    await changeEmail(deps, { userId, email: reversibleChange.former, takesBack: changeId }, sender);
    return reversibleChange.former;
  };
  /** The person who changed the address knew the password, and may have set up factors of their own. */
  const shutOut = async (userId: string, sender: CommandMetadata): Promise<void> => {
    await vault.remove(userId);
    await resetSecondFactors(deps, userId, sender);
    await sessions.endAllOf(userId);
    const issue = { type: 'IssueTemporaryPassword', data: { userId } } as const;
    // Requested without a session, so that it expires as soon as one that was forgotten.
    await handle(users, userStream(userId), issue, { ...childCommand(sender, 'temporary'), actor: 'anonymous' });
  };

  return {
    find: (change: EmailChangeId) => findReversibleChange(deps, change),

    /**
     * Deletes the password and the second factors, ends all sessions and mails a temporary password to the former
     * address, which replaces any that was issued. Resolves with that address, or null where the change cannot be taken
     * back any more. Called again, as by a double click or after a crash, it completes what is left. Throws Rejected
     * 'email-taken'.
     */
    takeBack: (change: EmailChangeId, sender: CommandMetadata): Promise<string | null> =>
      userMutex(change.userId, async () => {
        const { userId, changeId } = change;
        const begun = findTakeBack((await events.read(userStream(userId))).events, changeId);
        if (begun?.isComplete) return begun.former;
        const former = begun?.former ?? (await changeBack(change, sender));
        if (former !== null) await shutOut(userId, sender);
        return former;
      }),
  };
}
