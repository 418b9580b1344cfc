import { listingStream } from '#domain/event-catalog/streams.ts';
import type { AlertEvent } from '#domain/alert/events.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { readAlertBatches } from './alert-batches.ts';
import { createListingDelivery, type DigestDeliveryDeps } from './deliver-due-digests.ts';

/** Returns what delivers the digests of an alert that was set aside. Where it fails, they wait for the next pass. */
export function createDigestReplay(deps: DigestDeliveryDeps) {
  const { events, clock, digests } = deps;
  const deliverListing = createListingDelivery(deps);

  return async (event: StoredEvent): Promise<void> => {
    const { listingId, n } = (event as StoredEvent & AlertEvent).data; // only events of alerts are set aside
    const batch = (await readAlertBatches(events, listingId)).find((one) => one.n === n);
    if (batch === undefined) return;
    const { position, at, causedBy, waiting: members } = batch;
    const { events: past } = await events.read(listingStream(listingId));
    const foundAt = past.find(({ id }) => id === causedBy)?.metadata.at ?? at;
    await digests.add({ listingId, n, position, at, foundAt, members });
    const userIds = members.map(({ userId }) => userId);
    const listing = await digests.readDueListing(listingId, userIds, clock().getTime());
    if (listing === null) return;
    await deliverListing(listing);
    await digests.settle([listing]);
  };
}
