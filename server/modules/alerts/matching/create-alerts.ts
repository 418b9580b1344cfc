import { alertStream } from '#domain/event-catalog/streams.ts';
import { alert } from '#domain/alert/decider.ts';
import type { AlertedListing, AlertMode } from '#domain/alert/events.ts';
import { idsOfSearches } from '#domain/matching/index/matched-member.ts';
import type { MatchResult } from '#domain/matching/matcher.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { StreamDeps } from '#server/platform/modules/platform.ts';
import { readAlertBatches, type Recipients, splitRecipients } from './alert-batches.ts';
import type { DigestQueue } from './digests.ts';
import type { PendingMember } from './due-digests.ts';
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
  members: MemberIndex;
  digests: Pick<DigestQueue, 'add'>;
};

/**
 * Notifies the members of one found listing, each once. It may be called again after a failure or a crash at any point,
 * and then continues with what the log does not have yet.
 */
export function createAlertWriter({ events, handle, clock, members, digests }: AlertWriterDeps) {
  const modeOf = (member: PendingMember) => findMode(members, member);

  const write = async (
    { event, listingId, listing }: ListingMatch,
    { kind, mode, members: matched }: Recipients,
    n: number,
    sender: CommandMetadata,
  ) => {
    const at = clock().toISOString();
    const foundAt = event.metadata.at;
    const data = { listingId, n, kind, mode, listing, members: matched, foundAt, at };
    const commandId = `${sender.commandId}/match/${n}`;
    const stream = alertStream(listingId, n);
    const { position } = await handle(alert, stream, { type: 'Match', data }, { ...sender, commandId });
    if (mode === 'daily') await digests.add({ listingId, n, position, at, foundAt, members: matched });
  };

  return async (match: ListingMatch): Promise<void> => {
    const { event, listingId, listing, isDrop, matches } = match;
    if (matches.count === 0) return;
    const { correlationId, at: foundAt } = event.metadata;
    const sender = { actor: 'scout', commandId: `alert/${event.id}`, causationId: event.id, correlationId };
    const chunks = await readAlertBatches(events, listingId);
    // What was matched but not delivered waits for the digest, unless a crash came between the two.
    for (const { n, position, at, waiting, causedBy } of chunks) {
      const left = waiting.filter((member) => modeOf(member) !== null);
      if (causedBy === event.id && left.length > 0)
        await digests.add({ listingId, n, position, at, foundAt, members: left });
    }
    let n = chunks.length;
    for (const part of splitRecipients(matches, chunks, { price: listing.price, isDrop, modeOf })) {
      await write(match, part, n, sender);
      n += 1;
    }
  };
}
