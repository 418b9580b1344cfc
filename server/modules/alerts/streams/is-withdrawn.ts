import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';

export async function isWithdrawn(events: Pick<EventStore, 'read'>, listingId: string): Promise<boolean> {
  const { events: past } = await events.read(listingStream(listingId));
  // Listing streams have no other events.
  return past.reduce(listing.evolve, listing.initialState).status === 'withdrawn';
}
