import type { Logger } from 'pino';
import type { Latency } from '#domain/source/contract.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '../../clock.ts';
import type { EventStore, StoredEvent } from '../../event-store/port.ts';
import { isDelivered } from '../alert-streams.ts';
import { openCursor } from '../cursor.ts';
import { isDigest } from '../digests.ts';

const space = 'alert-latency';
/** In ms. */
const hour = 3_600_000;
const writtenEvery = 2_000;

/** Upper ends in seconds; what took longer is in one more. */
export const latencyBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800];

/** Alerts delivered in one minute, by how long they took: one count a bucket. */
type MinuteDoc = { id: string; listed: 'yes'; counts: number[] };

type Parts = {
  events: EventStore;
  documents: Documents;
  clock: Clock;
  log: Logger;
  /** Told of each delivery: how long it took, for how many members. */
  observe?: (seconds: number, members: number) => void;
};

/** Follows the log and keeps how long alerts took from the listing's fact to their delivery; digests wait on purpose. */
export async function followLatency({ events, documents, clock, log, observe }: Parts) {
  const cursor = await openCursor(documents, events, log, 'latency');
  const times = timesOf(events);
  let unwritten = new Map<string, number[]>();
  let seen = cursor.position();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const [counted, upTo] = [unwritten, seen];
    unwritten = new Map();
    for (const [id, counts] of counted) {
      const doc = await documents.get<MinuteDoc>(space, id);
      const minute: MinuteDoc = { id, listed: 'yes', counts: doc === null ? counts : added(doc.counts, counts) };
      await documents.put(space, minute, clock().getTime() + 2 * hour);
    }
    cursor.advance(upTo);
  };
  const writeNow = () => {
    timer = null;
    writing = writing.then(write).catch((error: unknown) => {
      log.warn({ err: error }, 'How fast alerts got out could not be kept');
    });
    return writing;
  };
  const take = async (event: StoredEvent) => {
    if (!isDelivered(event) || isDigest(event)) return;
    const at = Date.parse(event.data.at);
    const cause = at < clock().getTime() - hour ? null : await times(event.data.listingId, event.metadata.causationId);
    if (cause === null) return;
    const seconds = Math.max(0, at - cause) / 1000;
    const id = minuteOf(at);
    const counts = unwritten.get(id) ?? empty();
    unwritten.set(id, counts.with(bucketOf(seconds), (counts[bucketOf(seconds)] ?? 0) + event.data.userIds.length));
    observe?.(seconds, event.data.userIds.length);
  };

  const following = events.subscribe(cursor.position(), async (batch) => {
    for (const event of batch) await take(event);
    seen = batch.at(-1)?.position ?? seen;
    timer ??= setTimeout(() => void writeNow(), writtenEvery).unref();
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

/** When a listing's fact was written, in ms since 1970; null for none. A listing's alerts come one after the other. */
function timesOf(events: Pick<EventStore, 'read'>) {
  let last: { listingId: string; times: Map<string, number> } | null = null;
  return async (listingId: string, eventId: string | undefined): Promise<number | null> => {
    const known = last?.listingId === listingId ? last.times.get(eventId ?? '') : undefined;
    if (known !== undefined) return known;
    const { events: facts } = await events.read(`listing-${listingId}`);
    last = { listingId, times: new Map(facts.map(({ id, metadata }) => [id, Date.parse(metadata.at)])) };
    return last.times.get(eventId ?? '') ?? null;
  };
}

/** Of the last hour; null where nothing was delivered in it. */
export async function latencyOf(documents: Documents, clock: Clock): Promise<Latency | null> {
  const since = minuteOf(clock().getTime() - hour);
  const docs = (await documents.findBy<MinuteDoc>(space, 'listed', 'yes')).filter(({ id }) => id > since);
  const counts = docs.reduce((sum, doc) => added(sum, doc.counts), empty());
  const alerts = counts.reduce((sum, count) => sum + count, 0);
  return alerts === 0 ? null : { alerts, p50: quantile(counts, 0.5), p95: quantile(counts, 0.95) };
}

/** In seconds, taking the alerts of a bucket as spread evenly over it; past the last bucket, its beginning. */
export function quantile(counts: readonly number[], share: number): number {
  const wanted = share * counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  for (const [index, count] of counts.entries()) {
    const from = latencyBuckets[index - 1] ?? 0;
    const to = latencyBuckets[index] ?? from;
    if (count > 0 && before + count >= wanted) return from + ((to - from) * (wanted - before)) / count;
    before += count;
  }
  return latencyBuckets.at(-1) ?? 0;
}

function bucketOf(seconds: number): number {
  const index = latencyBuckets.findIndex((end) => seconds <= end);
  return index === -1 ? latencyBuckets.length : index;
}

function empty(): number[] {
  return Array.from({ length: latencyBuckets.length + 1 }, () => 0);
}

function added(some: readonly number[], more: readonly number[]): number[] {
  return some.map((count, index) => count + (more[index] ?? 0));
}

function minuteOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16);
}
