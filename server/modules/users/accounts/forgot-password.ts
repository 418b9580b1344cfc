import { randomInt } from 'node:crypto';
import PQueue from 'p-queue';
import { userStream } from '#domain/event-catalog/streams.ts';
import { Rejected } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { delay } from '#server/lib/delay.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import type { EmailRegistry } from './email-registry.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const space = documentSpaces.passwordRequests;
const requestTtlMs = 3_600_000;
/** The work for an account would delay the next request of who asked, and so tell that there is one. */
const pauseMs = { min: 200, max: 700 };

/** By the pseudonym of the address, because an address that a user typed must not be stored anywhere. */
type PasswordRequest = { id: string; name: string };
type PasswordRequestsDeps = DocumentDeps &
  Pick<Platform, 'handle'> & {
    emails: EmailRegistry;
  };

export type PasswordRequests = {
  /** Durable when it resolves; whether the address belongs to a user is looked up after that. */
  take: (email: string, sender: CommandMetadata) => Promise<void>;
  /** Deletes the requests for these addresses. */
  forget: (emails: readonly string[]) => Promise<void>;
  /** Continues with the requests that were left when the process ended. */
  resume: () => Promise<void>;
  /** Resolves when the work in progress is done; the rest is for the next start. */
  stop: () => Promise<void>;
};

/**
 * Requests for a temporary password. The caller is answered before anything is looked up, so that neither the answer
 * nor its timing reveals whether the account exists.
 */
export function createPasswordRequests({
  documents,
  emails,
  handle,
  clock,
  log,
}: PasswordRequestsDeps): PasswordRequests {
  const queue = new PQueue({ concurrency: 1 });
  const stopped = new AbortController();

  const issue = async ({ id, name }: PasswordRequest) => {
    const userId = await emails.findOwnerByPseudonym(name);
    if (userId !== null) {
      const command = { type: 'IssueTemporaryPassword', data: { userId } } as const;
      await handle(users, userStream(userId), command, { actor: 'anonymous', commandId: id }).catch(ignoreDeletedUser);
    }
    await documents.remove(space, id);
    return userId;
  };

  const enqueue = async (request: PasswordRequest) => {
    await delay(randomInt(pauseMs.min, pauseMs.max), stopped.signal);
    if (stopped.signal.aborted) return;
    await queue.add(async () => {
      await retryUntilStopped('issue a temporary password', () => issue(request), { log, stopped: stopped.signal });
    });
  };

  const findPending = () => listAll<PasswordRequest>(documents, space);

  return {
    take: async (email, { commandId }) => {
      const request: PasswordRequest = { id: commandId, name: emails.toPseudonym(email) };
      await documents.put(space, request, clock().getTime() + requestTtlMs);
      void enqueue(request);
    },
    forget: async (addresses) => {
      const names = new Set<string>(addresses.map(emails.toPseudonym));
      for (const { id, name } of await findPending()) if (names.has(name)) await documents.remove(space, id);
    },
    resume: async () => {
      for (const request of await findPending()) void enqueue(request);
    },
    stop: async () => {
      queue.clear();
      stopped.abort();
      await queue.onIdle();
    },
  };
}

/** The account was deleted in between. */
function ignoreDeletedUser(error: unknown): null {
  if (error instanceof Rejected && error.code === 'user-not-found') return null;
  throw error;
}
