import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';

/** Null where it was never taken, rejected or withdrawn. */
export async function readListingStage(
  events: Pick<EventStore, 'read'>,
  listingId: string,
): Promise<'waiting' | 'accepted' | null> {
  const { status } = await readState(events, listing, listingStream(listingId));
  if (status === 'held') return 'waiting';
  return status === 'found' || status === 'reposted' ? 'accepted' : null;
}
