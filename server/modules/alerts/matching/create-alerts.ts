import { randomUUID } from 'node:crypto';
import { alertStream } from '#domain/event-catalog/streams.ts';
import { alert } from '#domain/alert/decider.ts';
import type { AlertedListing, AlertMode } from '#domain/alert/events.ts';
import { idsOfSearches } from '#domain/matching/index/matched-member.ts';
import type { MatchResult } from '#domain/matching/matcher.ts';
import { getShardName, listShards, type Shard } from '#domain/matching/shards.ts';
import { createKeyedMutex, type KeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { StreamDeps } from '#server/platform/modules/platform.ts';
import { type AlertBatch, readAlertBatches, type Recipients, splitRecipients } from './alert-batches.ts';
import type { DigestQueue } from './digests.ts';
import type { PendingMember } from './due-digests.ts';
import type { AlertEventReader } from '../streams/alert-streams.ts';
import type { MemberIndex } from '../member-index/members.ts';

/** A listing that was matched against the members, and those it fits; `isDrop` where its price fell. */
export type ListingMatch = {
  event: StoredEvent;
  listingId: string;
  listing: AlertedListing;
  isDrop: boolean;
  matches: MatchResult;
};

/** At once where any of the searches asks for it. Null where none of them runs any more: the member is not notified. */
function findMode(members: Pick<MemberIndex, 'filtersOf'>, member: PendingMember): AlertMode | null {
  const filters = idsOfSearches(member).flatMap((searchId) => members.filtersOf(member.userId, searchId) ?? []);
  if (filters.length === 0) return null;
  return filters.every(({ isDaily }) => isDaily) ? 'daily' : 'immediate';
}

type AlertWriterDeps = StreamDeps & {
  /** The log as stored. */
  encryptedEvents: AlertEventReader;
  members: MemberIndex;
  digests: Pick<DigestQueue, 'add'>;
  /** By listing; shared by the shards of a process, so that they do not compete for a stream. */
  runExclusive?: KeyedMutex;
};

/**
 * Notifies the members of one found listing, each once. It may be called again after a failure or a crash at any point,
 * and then continues with what the log does not have yet. Other shards may alert their members of the same listing at the
 * same time: an alert is written to the first free stream, by a writer that knows all alerts before it.
 */
export function createAlertWriter(deps: AlertWriterDeps) {
  const { handle, clock, members, digests, runExclusive = createKeyedMutex() } = deps;
  const { shard } = members;
  const shardName = getShardName(shard);
  const reader = withoutOtherShards(deps, shard);
  const modeOf = (member: PendingMember) => findMode(members, member);

  /** False where the stream is taken: by another shard, or another process that has taken over. */
  const write = async (
    { event, listingId, listing }: ListingMatch,
    { kind, mode, members: matched }: Recipients,
    n: number,
    sender: CommandMetadata,
  ): Promise<boolean> => {
    const at = clock().toISOString();
    const foundAt = event.metadata.at;
    const data = { listingId, n, kind, mode, listing, members: matched, foundAt, at };
    const part = shardName === null ? {} : { shard: shardName };
    // Two writers of one stream must not look like one command.
    const commandId = `${sender.commandId}/match/${n}/${randomUUID()}`;
    const stream = alertStream(listingId, n);
    const { position, eventCount } = await handle(
      alert,
      stream,
      { type: 'Match', data: { ...data, ...part } },
      { ...sender, commandId, isNew: true },
    );
    if (eventCount === 0) return false;
    if (mode === 'daily') await digests.add({ listingId, n, position, at, foundAt, members: matched });
    return true;
  };

  // What was matched but not delivered waits for the digest, unless a crash came between the two.
  const queueWaiting = async ({ event, listingId }: ListingMatch, batches: AlertBatch[]) => {
    for (const { n, position, at, waiting, causedBy } of batches) {
      const left = waiting.filter((member) => modeOf(member) !== null);
      if (causedBy === event.id && left.length > 0)
        await digests.add({ listingId, n, position, at, foundAt: event.metadata.at, members: left });
    }
  };
  /** False where another alert came in between. */
  const writeParts = async (match: ListingMatch, known: AlertBatch[], sender: CommandMetadata): Promise<boolean> => {
    const { listing, isDrop, matches } = match;
    let n = known.length;
    for (const part of splitRecipients(matches, known, { price: listing.price, isDrop, modeOf })) {
      if (!(await write(match, part, n, sender))) return false;
      n += 1;
    }
    return true;
  };

  return async (match: ListingMatch): Promise<void> => {
    const { event, listingId, matches } = match;
    if (matches.count === 0) return;
    const { correlationId } = event.metadata;
    const sender = { actor: 'scout', commandId: `alert/${event.id}`, causationId: event.id, correlationId };
    const known: AlertBatch[] = [];
    await runExclusive(listingId, async () => {
      do {
        const later = await readAlertBatches(reader, listingId, known.length);
        await queueWaiting(match, later);
        known.push(...later);
      } while (!(await writeParts(match, known, sender)));
    });
  };
}

/** Reads alerts as empty whose writer has other members: their decryption would take most of the time. */
function withoutOtherShards(
  { events, encryptedEvents }: Pick<AlertWriterDeps, 'events' | 'encryptedEvents'>,
  shard: Shard,
): AlertEventReader {
  const others = listShards(shard.count).filter(({ index }) => index !== shard.index);
  if (others.length === 0) return events;
  const names = new Set(others.map(getShardName));
  return {
    read: async (stream) => {
      const stored = await encryptedEvents.read(stream);
      const [first] = stored.events;
      const isOfOther = first?.type === 'AlertsMatched' && names.has(first.data.shard ?? null);
      return isOfOther ? { ...stored, events: [] } : events.read(stream);
    },
  };
}
