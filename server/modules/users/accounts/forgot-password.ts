import type { Logger } from 'pino';
import PQueue from 'p-queue';
import { Rejected } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Handle, Sender } from '#server/platform/commands/handle.ts';
import { untilItWorks } from '#server/lib/until-it-works.ts';
import type { Emails } from './emails.ts';

const space = 'password-requests';
const state = 'waiting';
const patience = 3_600_000;

/** By the name of the address, as what somebody typed is to be found nowhere. */
type Request = { id: string; state: typeof state; name: string };
type Parts = {
  documents: Documents;
  emails: Emails;
  handle: Handle;
  clock: Clock;
  log: Logger;
};

export type PasswordRequests = {
  /** Durable when it resolves; whether the address is anybody's is looked up after that. */
  take: (email: string, sender: Sender) => Promise<void>;
  /** Throws away those of whoever asked for one of these addresses. */
  forget: (emails: readonly string[]) => Promise<void>;
  /** Goes on with what was left when the process ended. */
  resume: () => Promise<void>;
  /** Resolves when what is under way is done; the rest is for the next start. */
  stop: () => Promise<void>;
};

/**
 * Requests for a temporary password. The one who asks is answered before anything is looked up, so that neither the
 * answer nor its time tells whether there is such an account.
 */
export function openPasswordRequests({ documents, emails, handle, clock, log }: Parts): PasswordRequests {
  const queue = new PQueue({ concurrency: 1 });
  const stopped = new AbortController();

  const issue = async ({ id, name }: Request) => {
    const userId = await emails.holderByName(name);
    if (userId !== null) {
      const command = { type: 'IssueTemporaryPassword', data: { userId } } as const;
      await handle(users, `user-${userId}`, command, { actor: 'anonymous', commandId: id }).catch(unlessGone);
    }
    await documents.remove(space, id);
    return userId;
  };

  const later = (request: Request) => {
    void queue.add(async () => {
      await untilItWorks('Issuing a temporary password', () => issue(request), { log, stopped: stopped.signal });
    });
  };

  const waiting = () => documents.findBy<Request>(space, 'state', state);

  return {
    take: async (email, { commandId }) => {
      const request: Request = { id: commandId, state, name: emails.nameOf(email) };
      await documents.put(space, request, clock().getTime() + patience);
      later(request);
    },
    forget: async (addresses) => {
      const names = new Set(addresses.map(emails.nameOf));
      for (const { id, name } of await waiting()) if (names.has(name)) await documents.remove(space, id);
    },
    resume: async () => {
      for (const request of await waiting()) later(request);
    },
    stop: async () => {
      queue.clear();
      stopped.abort();
      await queue.onIdle();
    },
  };
}

/** The account was deleted in between. */
function unlessGone(error: unknown): null {
  if (error instanceof Rejected && error.code === 'user-not-found') return null;
  throw error;
}
