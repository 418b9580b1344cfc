import PQueue from 'p-queue';
import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import { type Documents, StoreUnavailable } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { ConcurrencyError } from '#server/platform/commands/command-handler.ts';
import type { ListingMatch } from './create-alerts.ts';
import { matchListing, loadFacts } from './match-listing.ts';
import { recordFailedEvent } from './failed-events.ts';
import { applyMembershipChange, isMembershipChange, type MemberIndex } from '../member-index/members.ts';

const maxTries = 3;
/** Matching does not yield to the event loop, so it handles at most this many in one go. */
const matchBatchSize = 50;
/** Listings whose alerts are written at the same time, so that they share a durable commit. */
const maxConcurrentWrites = 16;
const failureMessage = 'Event could not be processed and was moved to the failed events';

type BatchProcessorDeps = {
  events: EventStore;
  documents: Documents;
  log: Logger;
  members: MemberIndex;
  alertMembers: (found: ListingMatch) => Promise<void>;
};

/**
 * Processes the log batch by batch. Every event updates the members and is matched once, in order; writes that failed
 * are retried when the batch is read again, with the matches of its own moment.
 */
export function createBatchProcessor(
  { events, documents, log, members, alertMembers }: BatchProcessorDeps,
  after: Position,
) {
  let lastPosition = after;
  const open = new Set<ListingMatch>();
  const tries = new Map<ListingMatch, number>();
  const queue = new PQueue({ concurrency: maxConcurrentWrites });

  /** Recorded for an admin, so that one bad event does not stop the scout. */
  const recordFailure = async (event: StoredEvent, error: unknown) => {
    const { position, type, stream } = event;
    log.error({ err: error, position, type, stream }, failureMessage);
    await recordFailedEvent(documents, event, error);
  };

  const alertOne = async (found: ListingMatch) => {
    try {
      await alertMembers(found);
    } catch (error) {
      if (error instanceof StoreUnavailable || error instanceof ConcurrencyError) throw error;
      const failed = (tries.get(found) ?? 0) + 1;
      tries.set(found, failed);
      if (failed < maxTries) throw error;
      await recordFailure(found.event, error);
    }
    open.delete(found);
    tries.delete(found);
  };

  const alertAll = async () => {
    const listings = [...Map.groupBy(open, ({ listingId }) => listingId).values()];
    const inOrder = listings.map((founds) => async () => {
      for (const found of founds) await alertOne(found);
    });
    const settled = await Promise.allSettled(inOrder.map((alert) => queue.add(alert)));
    const failure = settled.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') throw failure.reason;
  };

  const matchSome = async (some: StoredEvent[]) => {
    const known = await loadFacts(events, some);
    for (const event of some) {
      lastPosition = event.position;
      try {
        if (isMembershipChange(event)) applyMembershipChange(members, event, known.filters.get(event.position) ?? null);
        const found = matchListing(event, known.facts, members);
        if (found !== null) open.add(found);
      } catch (error) {
        await recordFailure(event, error); // without a retry: it would fail the same way again
      }
    }
  };

  return {
    /** Resolves when all that the batch causes is durable. Throws what the stores throw. */
    take: async (batch: StoredEvent[]): Promise<void> => {
      await alertAll();
      const fresh = batch.filter(({ position }) => position > lastPosition);
      for (let from = 0; from < fresh.length; from += matchBatchSize) {
        await matchSome(fresh.slice(from, from + matchBatchSize));
        await alertAll();
      }
    },
  };
}
