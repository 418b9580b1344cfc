import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import type { Listing } from '#domain/listing/state.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';

/** The present state of a listing, from its stream. */
export function readListingState(events: Pick<EventStore, 'read'>, listingId: string): Promise<Listing> {
  return readState(events, listing, listingStream(listingId));
}
