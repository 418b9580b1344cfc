import { updateDocument } from '#projections/store/update-document.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { isImmediate } from '#server/modules/alerts/index.ts';
import { dayMs } from '#server/lib/clock.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
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

export const timedTypes = ['AlertsDelivered'] as const;

export type LatencyDeps = Pick<Platform, 'events' | 'documents' | 'clock'> & {
  /** Called for each delivery with its latency and the number of members. */
  observeLatency?: (seconds: number, members: number) => void;
};

/** Records the latency of alerts, from the listing's event to delivery; digests are left out. */
export function createLatencySubscriber({ events, documents, clock, observeLatency }: LatencyDeps): Subscriber {
  const checkpoint = createDocumentCheckpoint({ documents, events }, 'latency');
  const unwritten = new Map<string, number[]>();

  const writeCounts = async () => {
    for (const [id, counts] of unwritten) {
      const add = (minute: MinuteDoc | null) => ({ id, counts: minute ? addCounts(minute.counts, counts) : counts });
      const expires = () => clock().getTime() + dayMs + hourMs;
      await updateDocument(documents, { space: latencySpace, id, expires }, add);
      unwritten.delete(id);
    }
  };
  const count = (event: StoredEvent) => {
    if (!isImmediate(event)) return;
    const at = Date.parse(event.data.at);
    if (at < clock().getTime() - dayMs) return;
    const seconds = Math.max(0, at - Date.parse(event.data.foundAt)) / 1000;
    const id = toMinuteId(at);
    const counts = unwritten.get(id) ?? emptyCounts();
    unwritten.set(
      id,
      counts.with(bucketIndex(seconds), (counts[bucketIndex(seconds)] ?? 0) + event.data.members.length),
    );
    observeLatency?.(seconds, event.data.members.length);
  };

  return {
    name: 'latency',
    handles: timedTypes,
    handle: (batch) => {
      for (const event of batch) count(event);
      return Promise.resolve();
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
