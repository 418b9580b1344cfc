import type { Logger } from 'pino';
import { listingStream } from '#domain/event-catalog/streams.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { isDelivered, isDigest } from '#server/modules/alerts/index.ts';
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
  const times = createTimeLookup(events);
  let unwritten = new Map<string, number[]>();
  let seen = cursor.position();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const [counted, upTo] = [unwritten, seen];
    unwritten = new Map();
    for (const [id, counts] of counted) {
      const doc = await documents.get<MinuteDoc>(latencySpace, id);
      const minute: MinuteDoc = { id, counts: doc === null ? counts : addCounts(doc.counts, counts) };
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
  const take = async (event: StoredEvent) => {
    if (!isDelivered(event) || isDigest(event)) return;
    const at = Date.parse(event.data.at);
    const cause =
      at < clock().getTime() - hourMs ? null : await times(event.data.listingId, event.metadata.causationId);
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

  const following = events.subscribe(cursor.position(), async (batch) => {
    for (const event of batch) await take(event);
    seen = batch.at(-1)?.position ?? seen;
    timer ??= setTimeout(() => void writeNow(), writeIntervalMs).unref();
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
