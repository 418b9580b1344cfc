import { listingStream } from '#domain/event-catalog/streams.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { isDelivered, isDigest } from '#server/modules/alerts/index.ts';
import { createDocumentCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { Subscriber } from '#server/platform/subscriptions/subscriber.ts';
import {
  addCounts,
  bucketIndex,
  emptyCounts,
  hourMs,
  latencySpace,
  type MinuteDoc,
  toMinuteId,
} from './latency-histogram.ts';

/** In ms. */
const writeIntervalMs = 2_000;

export type LatencyDeps = {
  events: EventStore;
  documents: Documents;
  clock: Clock;
  /** Called for each delivery with its latency and the number of members. */
  observe?: (seconds: number, members: number) => void;
};

/** Records the latency of alerts, from the listing's event to delivery; digests are left out. */
export function createLatencySubscriber({ events, documents, clock, observe }: LatencyDeps): Subscriber {
  const checkpoint = createDocumentCheckpoint({ documents, events }, 'latency');
  const findTime = createTimeLookup(events);
  const unwritten = new Map<string, number[]>();

  const writeCounts = async () => {
    for (const [id, counts] of unwritten) {
      const doc = await documents.get<MinuteDoc>(latencySpace, id);
      const minute: MinuteDoc = { id, listed: 'yes', counts: doc === null ? counts : addCounts(doc.counts, counts) };
      await documents.put(latencySpace, minute, clock().getTime() + 2 * hourMs);
      unwritten.delete(id);
    }
  };
  const count = async (event: StoredEvent) => {
    if (!isDelivered(event) || isDigest(event)) return;
    const at = Date.parse(event.data.at);
    const cause =
      at < clock().getTime() - hourMs ? null : await findTime(event.data.listingId, event.metadata.causationId);
    if (cause === null) return;
    const seconds = Math.max(0, at - cause) / 1000;
    const id = toMinuteId(at);
    const counts = unwritten.get(id) ?? emptyCounts();
    unwritten.set(
      id,
      counts.with(bucketIndex(seconds), (counts[bucketIndex(seconds)] ?? 0) + event.data.userIds.length),
    );
    observe?.(seconds, event.data.userIds.length);
  };

  return {
    name: 'latency',
    handles: ['AlertsDelivered'],
    handle: async (batch) => {
      for (const event of batch) await count(event);
    },
    checkpoint: {
      ...checkpoint,
      save: async (position) => {
        await writeCounts();
        await checkpoint.save(position);
      },
      intervalMs: writeIntervalMs,
    },
  };
}

/** When a listing's event was written, in ms since 1970; null for none. A listing's alerts are consecutive. */
function createTimeLookup(events: Pick<EventStore, 'read'>) {
  let last: { listingId: string; times: Map<string, number> } | null = null;
  return async (listingId: string, eventId: string | undefined): Promise<number | null> => {
    const known = last?.listingId === listingId ? last.times.get(eventId ?? '') : undefined;
    if (known !== undefined) return known;
    const { events: facts } = await events.read(listingStream(listingId));
    last = { listingId, times: new Map(facts.map(({ id, metadata }) => [id, Date.parse(metadata.at)])) };
    return last.times.get(eventId ?? '') ?? null;
  };
}
