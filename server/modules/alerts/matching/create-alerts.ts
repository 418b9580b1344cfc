import { alertStream } from '#domain/event-catalog/streams.ts';
import { alert } from '#domain/alert/decider.ts';
import type { AlertedListing } from '#domain/alert/events.ts';
import type { MatchResult } from '#domain/matching/matcher.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { readAlertBatches, type Recipients, splitRecipients } from './alert-batches.ts';
import type { DigestQueue, PendingDigest } from './digests.ts';
import type { MemberFilters, MemberIndex } from '../member-index/members.ts';

/** A listing that was matched against the members, and those it fits; `isDrop` where its price fell. */
export type ListingMatch = {
  event: StoredEvent;
  listingId: string;
  listing: AlertedListing;
  isDrop: boolean;
  matches: MatchResult;
};

/** Members who left since the match are not notified. */
function deliveryMode(filters: MemberFilters | null): 'nobody' | 'daily' | 'immediate' {
  if (filters === null) return 'nobody';
  return filters.isDaily ? 'daily' : 'immediate';
}

type AlertWriterDeps = {
  events: EventStore;
  handle: CommandHandler;
  clock: Clock;
  members: MemberIndex;
  digests: DigestQueue;
};

/**
 * Notifies the members of one found listing, each once. It may be called again after a failure or a crash at any point,
 * and then continues with what the log does not have yet.
 */
export function createAlertWriter({ events, handle, clock, members, digests }: AlertWriterDeps) {
  const deliver = async ({ listingId, n, at, userIds }: PendingDigest, sender: CommandMetadata) => {
    const by = Map.groupBy(userIds, (userId) => deliveryMode(members.filtersOf(userId)));
    const daily = by.get('daily') ?? [];
    if (daily.length > 0) await digests.add({ listingId, n, at, userIds: daily });
    const immediate = by.get('immediate') ?? [];
    if (immediate.length === 0) return;
    const now = clock().toISOString();
    const data = { userIds: immediate, at: now, channel: 'dashboard' as const };
    const commandId = `${sender.commandId}/deliver/${n}/${now}`;
    await handle(alert, alertStream(listingId, n), { type: 'Deliver', data }, { ...sender, commandId });
  };

  /** Resolves with the delivery, which is then still running. */
  const match = async (
    found: ListingMatch,
    { kind, members: matched }: Recipients,
    n: number,
    sender: CommandMetadata,
  ) => {
    const { listingId, listing } = found;
    const at = clock().toISOString();
    const data = { listingId, n, kind, listing, members: matched };
    const commandId = `${sender.commandId}/match/${n}`;
    await handle(alert, alertStream(listingId, n), { type: 'Match', data }, { ...sender, commandId });
    const delivered = deliver({ listingId, n, at, userIds: matched.map(({ userId }) => userId) }, sender);
    delivered.catch(() => undefined); // errors are handled once all deliveries are running
    return { delivered };
  };

  return async (found: ListingMatch): Promise<void> => {
    const { event, listingId, listing, isDrop, matches } = found;
    if (matches.count === 0) return;
    const { correlationId } = event.metadata;
    const sender = { actor: 'scout', commandId: `alert/${event.id}`, causationId: event.id, correlationId };
    const chunks = await readAlertBatches(events, listingId);
    for (const { n, at, waiting, causedBy } of chunks) {
      if (causedBy === event.id) await deliver({ listingId, n, at, userIds: waiting }, sender);
    }
    const deliveries: Promise<void>[] = [];
    try {
      for (const part of splitRecipients(matches, chunks, { price: listing.price, isDrop })) {
        const { delivered } = await match(found, part, chunks.length + deliveries.length, sender);
        deliveries.push(delivered);
      }
    } finally {
      await Promise.allSettled(deliveries);
    }
    await Promise.all(deliveries);
  };
}
