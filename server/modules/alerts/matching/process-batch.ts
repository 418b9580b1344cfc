import PQueue from 'p-queue';
import { ownsMember, type Shard } from '#domain/matching/shards.ts';
import { type Position, type Recorded, startPosition } from '#domain/shared/decider.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { ListingMatch } from './create-alerts.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { readListingState } from '../streams/read-listing-state.ts';
import { matchListing } from './match-listing.ts';
import {
  applyMembershipChange,
  findChangedMember,
  isMembershipChange,
  loadMember,
  type MemberIndex,
  type MembershipChange,
  membershipChangeTypes,
  skipMembershipChange,
} from '../member-index/members.ts';

/** The event types that change members, or are matched against them. */
export const matchedTypes: readonly string[] = [
  ...membershipChangeTypes,
  'ListingFound',
  'ListingRepriced',
  'ListingRetyped',
];

/** Matching does not yield to the event loop, so it handles at most this many in one go. */
const matchBatchSize = 50;
/** Listings whose alerts are written at the same time, so that they share a durable commit. */
const maxConcurrentWrites = 16;

type BatchProcessorDeps = {
  events: EventStore;
  members: MemberIndex;
  rescheduleDigests: (...userIds: string[]) => Promise<void>;
  rescheduleSummary: (event: Recorded<MembershipChange>) => Promise<void>;
  alertMembers: (found: ListingMatch) => Promise<void>;
};

/**
 * Every event updates the members and is matched once, in order. Writes that failed are retried when the event comes
 * again, with the matches of its own moment.
 */
export function createBatchProcessor(deps: BatchProcessorDeps) {
  const { events, members, alertMembers } = deps;
  let lastPosition = startPosition;
  const open = new Map<Position, ListingMatch>();
  const queue = new PQueue({ concurrency: maxConcurrentWrites });
  const runExclusive = createKeyedMutex();

  const matchNew = (some: StoredEvent[]) => {
    for (const event of some) {
      if (event.position <= lastPosition) continue;
      if (isMembershipChange(event)) applyMembershipChange(event, members);
      const match = matchListing(event, members);
      if (match !== null) open.set(event.position, match);
      lastPosition = event.position;
    }
  };

  const alertAll = async (some: StoredEvent[]) => {
    const matches = some.flatMap(({ position }) => open.get(position) ?? []);
    const listings = [...Map.groupBy(matches, ({ listingId }) => listingId).values()];
    const inOrder = listings.map((founds) => async () => {
      for (const match of founds) {
        await alertMembers(match);
        open.delete(match.event.position);
      }
    });
    const outcomes = await Promise.allSettled(inOrder.map((alert) => queue.add(alert)));
    const failure = outcomes.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') throw failure.reason;
  };

  return {
    /** Begins after a position, with the members of that moment. */
    begin: (after: Position) => {
      lastPosition = after;
    },
    /** Resolves when all that the batch causes is durable. Throws what the stores throw. */
    handle: (batch: StoredEvent[]): Promise<void> =>
      runExclusive('members', async () => {
        for (let from = 0; from < batch.length; from += matchBatchSize) {
          const some = batch.slice(from, from + matchBatchSize);
          matchNew(some);
          await reschedule(deps, listSettingChanges(some, members.shard));
          await alertAll(some);
        }
      }),
    /** Handles an event that was set aside: with the present members, as those of its moment are gone. */
    replay: (event: StoredEvent): Promise<void> =>
      runExclusive('members', async () => {
        if (isMembershipChange(event) && ownsMember(members.shard, findChangedMember(event))) {
          await loadMember(members, events, event.data.userId, lastPosition);
          await reschedule(deps, [event]);
        }
        const match = matchListing(event, members);
        if (match === null) return;
        if ((await readListingState(events, match.listingId)).status !== 'withdrawn') await alertMembers(match);
      }),
    /** The event does not come again. */
    skip: (event: StoredEvent) => {
      const { position } = event;
      skipMembershipChange(members, event);
      open.delete(position);
      if (position > lastPosition) lastPosition = position;
    },
  };
}

async function reschedule(
  { rescheduleDigests, rescheduleSummary }: BatchProcessorDeps,
  changes: Recorded<MembershipChange>[],
): Promise<void> {
  if (changes.length > 0) await rescheduleDigests(...new Set(changes.map(({ data }) => data.userId)));
  for (const event of changes) await rescheduleSummary(event);
}

/** The changes of a membership, a morning, or the wish for digests or summaries, of the members of a shard. */
function listSettingChanges(events: StoredEvent[], shard: Shard): Recorded<MembershipChange>[] {
  return events.filter(isMembershipChange).filter((event) => {
    if (!ownsMember(shard, findChangedMember(event))) return false;
    if (event.type !== 'FiltersUpdated') return true;
    const { zipCode, notificationPreference, weeklySummary } = event.data.changes;
    return [zipCode, notificationPreference, weeklySummary].some((value) => value !== undefined);
  });
}
