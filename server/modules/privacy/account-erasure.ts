import type { Logger } from 'pino';
import { listAll } from '#projections/store/list-all.ts';
import type { Doc } from '#projections/store/port.ts';
import { userStream } from '#domain/event-catalog/streams.ts';
import { erasedText } from '#domain/event-catalog/personal-data.ts';
import { isDeleted } from '#server/modules/users/index.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import type { PersonalDataStore } from './personal-data.ts';

const intervalMs = 60_000;

const space = documentSpaces.accountErasures;
/** In ms: a deletion without its event by now was interrupted before it. */
const staleAfterMs = 10 * 60_000;
/** `id` is the user's, `at` in ms since 1970. */
type PendingErasure = Doc & { at: number };

type ErasureDeps = DocumentDeps &
  Pick<Platform, 'events'> & {
    scrub: () => Promise<void>;
  };

export type ErasureService = {
  /** To be called before a user is deleted: from then on the deletion is completed, even if this process ends. */
  begin: (userId: string) => Promise<void>;
  /** The deletion was refused: completes what an earlier one left open, otherwise does nothing. */
  abort: (userId: string) => Promise<void>;
  /** Erases all data of a deleted user, and the key of their data last. May be called again. */
  complete: (userId: string) => Promise<void>;
  /** Overwrites on disk what the stores have removed; to be called when the views have applied it too. */
  scrub: () => Promise<void>;
  /** Completes what was begun and is still open. */
  resume: () => Promise<void>;
};

/** Erases users from every store, the key without which old events cannot be read last. */
export function createErasureService(deps: ErasureDeps, stores: readonly PersonalDataStore[]): ErasureService {
  const { events, documents, clock, log } = deps;
  const erasers = stores.map((store) => store.erase).filter((one) => typeof one !== 'string');
  const clearPending = (userId: string) => documents.remove(space, userId);

  const complete = async (userId: string) => {
    const { events: past } = await events.read(userStream(userId));
    const addresses = [...new Set(past.flatMap(readAddresses))];
    for (const erase of erasers) await erase({ userId, addresses });
    await clearPending(userId);
  };

  const completePending = async ({ id: userId, at }: PendingErasure) => {
    if (await isDeleted(events, userId)) await complete(userId);
    else if (clock().getTime() - at > staleAfterMs) await clearPending(userId);
  };

  return {
    begin: (userId) => {
      const pending: PendingErasure = { id: userId, at: clock().getTime() };
      return documents.put(space, pending);
    },
    abort: async (userId) => {
      if (await isDeleted(events, userId)) await complete(userId);
      else await clearPending(userId);
    },
    complete,
    scrub: () =>
      deps
        .scrub()
        .catch((error: unknown) => log.warn({ err: error }, 'Failed to scrub deleted data from the store files')),
    resume: async () => {
      const open = await listAll<PendingErasure>(documents, space);
      for (const pending of open) await completePending(pending);
      if (open.length > 0) await deps.scrub();
    },
  };
}

function readAddresses({ type, data }: StoredEvent): string[] {
  if (type !== 'UserRegistered' && type !== 'EmailChanged') return [];
  const { email } = data as { email: string }; // these events have this shape
  return email === erasedText ? [] : [email];
}

/** Completes deletions that a process began and did not finish: at once, and every minute until `stop`. */
export function startErasureResumption({
  accountErasure,
  log,
}: {
  accountErasure: Pick<ErasureService, 'resume'>;
  log: Logger;
}): Schedule {
  return runEvery({
    work: accountErasure.resume,
    intervalMs,
    log,
    failureMessage: 'Failed to erase deleted users; retrying in a minute',
  });
}
