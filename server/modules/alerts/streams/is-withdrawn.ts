import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';

export async function isWithdrawn(events: Pick<EventStore, 'read'>, listingId: string): Promise<boolean> {
  return (await readState(events, listing, listingStream(listingId))).status === 'withdrawn';
}
