import type { Logger } from 'pino';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { projections } from '#projections/all.ts';
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

const intervalMs = 15_000;

const space = documentSpaces.accountErasures;
/** In ms: a deletion without its event by now was interrupted before it. */
const staleAfterMs = 10 * 60_000;
/** In ms: what had read the user's events before the deletion has written by now what it makes of them. */
const repeatAfterMs = 10_000;
/** `id` is the user's, `at` in ms since 1970. */
type PendingErasure = Doc & { at: number };

type ErasureDeps = DocumentDeps &
  Pick<Platform, 'events'> & {
    viewStore: Pick<Platform['viewStore'], 'checkpoints'>;
    scrub: () => Promise<void>;
  };

export type ErasureService = {
  /** To be called before a user is deleted: from then on the deletion is completed, even if this process ends. */
  begin: (userId: string) => Promise<void>;
  /** The deletion was refused: completes what an earlier one left open, otherwise does nothing. */
  abort: (userId: string) => Promise<void>;
  /** Erases all data of a deleted user, and the key of their data last. `resume` does so once more. */
  complete: (userId: string) => Promise<unknown>;
  /** Overwrites on disk what the stores have removed; to be called when the views have applied it too. */
  scrub: () => Promise<void>;
  /**
   * Completes what was begun and is still open. A deletion stays open until the views show it and other work that read
   * the user's data before has ended: then all of it is erased and scrubbed again.
   */
  resume: () => Promise<void>;
};

/** Erases users from every store, the key without which old events cannot be read last. */
export function createErasureService(deps: ErasureDeps, stores: readonly PersonalDataStore[]): ErasureService {
  const { events, documents, viewStore, clock, log } = deps;
  const erasers = stores.map((store) => store.erase).filter((one) => typeof one !== 'string');
  const clearPending = (userId: string) => documents.remove(space, userId);

  const erase = async (userId: string): Promise<Position> => {
    const { events: past } = await events.read(userStream(userId));
    const addresses = [...new Set(past.flatMap(readAddresses))];
    for (const eraseIn of erasers) await eraseIn({ userId, addresses });
    return past.at(-1)?.position ?? startPosition;
  };
  const isShown = async (position: Position) => {
    const checkpoints = await viewStore.checkpoints();
    // A view that only another release builds may never move again.
    return projections.every(({ view }) => (checkpoints.get(view) ?? startPosition) >= position);
  };

  /** Whether it may end, once what was removed is scrubbed. */
  const completePending = async ({ id: userId, at }: PendingErasure): Promise<boolean> => {
    const ageMs = clock().getTime() - at;
    if (!(await isDeleted(events, userId))) return ageMs > staleAfterMs;
    const deletedAt = await erase(userId);
    return ageMs > repeatAfterMs && isShown(deletedAt);
  };

  return {
    begin: (userId) => {
      const pending: PendingErasure = { id: userId, at: clock().getTime() };
      return documents.put(space, pending);
    },
    abort: async (userId) => {
      if (await isDeleted(events, userId)) await erase(userId);
      else await clearPending(userId);
    },
    complete: erase,
    scrub: () =>
      deps
        .scrub()
        .catch((error: unknown) => log.warn({ err: error }, 'Failed to scrub deleted data from the store files')),
    resume: async () => {
      const open = await listAll<PendingErasure>(documents, space);
      const ended: string[] = [];
      for (const pending of open) if (await completePending(pending)) ended.push(pending.id);
      if (open.length > 0) await deps.scrub();
      for (const userId of ended) await clearPending(userId);
    },
  };
}

function readAddresses({ type, data }: StoredEvent): string[] {
  if (type !== 'UserRegistered' && type !== 'EmailChanged') return [];
  const { email } = data as { email: string }; // these events have this shape
  return email === erasedText ? [] : [email];
}

/** Completes deletions: at once, and every 15 s until `stop`. */
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
    failureMessage: 'Failed to erase deleted users; retrying in 15 s',
  });
}
