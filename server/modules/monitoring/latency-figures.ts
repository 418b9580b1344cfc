import type { Latency } from '#domain/source/contract.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';

export const latencySpace = 'alert-latency';

/** In ms. */
export const hour = 3_600_000;

/** Upper ends in seconds; what took longer is in one more. */
export const latencyBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800];

/** Alerts delivered in one minute, by how long they took: one count a bucket. */
export type MinuteDoc = { id: string; listed: 'yes'; counts: number[] };

/** Of the last hour; null where nothing was delivered in it. */
export async function latencyOf(documents: Documents, clock: Clock): Promise<Latency | null> {
  const since = minuteOf(clock().getTime() - hour);
  const docs = (await documents.findBy<MinuteDoc>(latencySpace, 'listed', 'yes')).filter(({ id }) => id > since);
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

export function bucketOf(seconds: number): number {
  const index = latencyBuckets.findIndex((end) => seconds <= end);
  return index === -1 ? latencyBuckets.length : index;
}

export function empty(): number[] {
  return Array.from({ length: latencyBuckets.length + 1 }, () => 0);
}

export function added(some: readonly number[], more: readonly number[]): number[] {
  return some.map((count, index) => count + (more[index] ?? 0));
}

export function minuteOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16);
}
