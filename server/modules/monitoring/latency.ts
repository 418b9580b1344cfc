import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { isImmediate } from '#server/modules/alerts/index.ts';
import { openCursor } from '#server/platform/event-store/cursor.ts';
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
  log: Logger;
  /** Called for each delivery with its latency and the number of members. */
  observe?: (seconds: number, members: number) => void;
};

/** Follows the log and records the latency of alerts, from the listing's event to delivery; digests are left out. */
export async function startLatencyTracker({ events, documents, clock, log, observe }: LatencyDeps) {
  const cursor = await openCursor(documents, events, log, 'latency');
  let unwritten = new Map<string, number[]>();
  let seen = cursor.position();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const [counted, upTo] = [unwritten, seen];
    unwritten = new Map();
    for (const [id, counts] of counted) {
      const doc = await documents.get<MinuteDoc>(latencySpace, id);
      const minute: MinuteDoc = { id, listed: 'yes', counts: doc === null ? counts : addCounts(doc.counts, counts) };
      await documents.put(latencySpace, minute, clock().getTime() + 2 * hourMs);
    }
    cursor.advance(upTo);
  };
  const writeNow = () => {
    timer = null;
    writing = writing.then(write).catch((error: unknown) => {
      log.warn({ err: error }, 'Failed to store alert latency');
    });
    return writing;
  };
  const take = (event: StoredEvent) => {
    if (!isImmediate(event)) return;
    const at = Date.parse(event.data.at);
    if (at < clock().getTime() - hourMs) return;
    const seconds = Math.max(0, at - Date.parse(event.data.foundAt)) / 1000;
    const id = toMinuteId(at);
    const counts = unwritten.get(id) ?? emptyCounts();
    unwritten.set(
      id,
      counts.with(bucketIndex(seconds), (counts[bucketIndex(seconds)] ?? 0) + event.data.members.length),
    );
    observe?.(seconds, event.data.members.length);
  };

  const following = events.subscribe(cursor.position(), (batch) => {
    for (const event of batch) take(event);
    seen = batch.at(-1)?.position ?? seen;
    timer ??= setTimeout(() => void writeNow(), writeIntervalMs).unref();
    return Promise.resolve();
  });
  return {
    stop: async () => {
      await following.stop();
      if (timer) clearTimeout(timer);
      await writeNow();
      await cursor.save();
    },
  };
}
