import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import { userStream } from '#domain/event-catalog/streams.ts';
import { Rejected } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { listFullAdmins } from '#projections/users.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

const maxAttempts = 5;

export type LastAdminDeps = Pick<Platform, 'views' | 'handle'> & { events: Pick<EventStore, 'read'> };

/** To be part of the command that removes a user from the full admins. */
type Removal = { timesKept?: number };
type Change<T> = (removal: Removal) => Promise<T>;

/** Runs a change of a user, unless they are the last full admin. Throws HttpError 409, Rejected 'full-admin-kept'. */
export type EnsureOneFullAdmin = <T>(userId: string, sender: CommandMetadata, change: Change<T>) => Promise<T>;

/**
 * Runs changes that take the role of full admin from a user, or delete the user. Before, another full admin is kept, by
 * an event in the stream of that admin: a removal of that admin that began before then fails, in whatever process and
 * however long it slept. So a full admin always stays, though the views may lag. A removal that failed this way starts
 * over; of two admins who remove each other, the remover of the one with the lower id gives way. Create it once per
 * process: its own requests then wait for each other.
 */
export function createEnsureOneFullAdmin({ views, events, handle }: LastAdminDeps): EnsureOneFullAdmin {
  const queue = new PQueue({ concurrency: 1 });

  /** Keeps the full admin with the lowest id but this one, whom other removals keep as well; null if there is none. */
  const keepAnother = async (userId: string, sender: CommandMetadata): Promise<string | null> => {
    const others = (await listFullAdmins(views)).map(({ id }) => id).filter((id) => id !== userId);
    for (const id of others.toSorted()) {
      const keep = { type: 'KeepFullAdmin', data: { userId: id } } as const;
      // An admin who was kept for an earlier attempt may have been removed since, so each attempt has its own command.
      const own = { correlationId: sender.commandId, ...sender, commandId: randomUUID() };
      const { eventCount } = await handle(users, userStream(id), keep, own);
      if (eventCount > 0) return id;
    }
    return null;
  };

  async function attempt<T>(
    userId: string,
    sender: CommandMetadata,
    change: Change<T>,
    attemptsLeft: number,
  ): Promise<T> {
    // Read first: a process that keeps this admin after it makes the change fail.
    const user = await readState(events, users, userStream(userId));
    const isRemoval = user.status === 'registered' && isFullAdmin(user.role);
    const other = isRemoval ? await keepAnother(userId, sender) : null;
    if (isRemoval && other === null) {
      throw new HttpError(409, 'This is the last full admin. Make another user a full admin first.');
    }
    try {
      return await change(isRemoval ? { timesKept: user.timesKept } : {});
    } catch (error) {
      if (attemptsLeft === 1 || !isRepeatable(error, userId, other)) throw error;
      return attempt(userId, sender, change, attemptsLeft - 1);
    }
  }

  return (userId, sender, change) => queue.add(() => attempt(userId, sender, change, maxAttempts));
}

/** Whether a removal starts over: the admin was kept for another removal, to which this one does not give way. */
function isRepeatable(error: unknown, userId: string, other: string | null): boolean {
  const wasKept = error instanceof Rejected && error.code === 'full-admin-kept';
  return wasKept && (other === null || userId > other);
}
