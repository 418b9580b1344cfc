import type { AlertLatency } from '#domain/source/contract.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

export const latencySpace = documentSpaces.alertLatency;

/** In ms. */
export const hourMs = 3_600_000;

/** Upper bounds in seconds; longer latencies are in one more bucket. */
export const latencyBucketsSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800];

/** Alerts delivered in one minute, by latency: one count per bucket. */
export type MinuteDoc = { id: string; counts: number[] };

/** Of the last `spanMs`, at most a day; null where nothing was delivered in it. */
export async function readLatency(documents: Documents, clock: Clock, spanMs: number): Promise<AlertLatency | null> {
  const since = toMinuteId(clock().getTime() - spanMs);
  const docs = await listAll<MinuteDoc>(documents, latencySpace, { id: { gt: since } });
  const counts = docs.reduce((sum, doc) => addCounts(sum, doc.counts), emptyCounts());
  const alerts = counts.reduce((sum, count) => sum + count, 0);
  return alerts === 0 ? null : { alerts, p50: computeQuantile(counts, 0.5), p95: computeQuantile(counts, 0.95) };
}

/** In seconds, assuming the alerts of a bucket are spread evenly over it; past the last bucket, its lower bound. */
export function computeQuantile(counts: readonly number[], share: number): number {
  const target = share * counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  for (const [index, count] of counts.entries()) {
    const from = latencyBucketsSeconds[index - 1] ?? 0;
    const to = latencyBucketsSeconds[index] ?? from;
    if (count > 0 && before + count >= target) return from + ((to - from) * (target - before)) / count;
    before += count;
  }
  return latencyBucketsSeconds.at(-1) ?? 0;
}

export function bucketIndex(seconds: number): number {
  const index = latencyBucketsSeconds.findIndex((end) => seconds <= end);
  return index === -1 ? latencyBucketsSeconds.length : index;
}

export function emptyCounts(): number[] {
  return Array.from({ length: latencyBucketsSeconds.length + 1 }, () => 0);
}

export function addCounts(some: readonly number[], more: readonly number[]): number[] {
  return some.map((count, index) => count + (more[index] ?? 0));
}

export function toMinuteId(time: number): string {
  return new Date(time).toISOString().slice(0, 16);
}
