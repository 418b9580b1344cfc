import type { Logger } from 'pino';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { type PresentSourcesDeps, presentSources } from '#server/modules/sources/index.ts';
import { latencyBucketsSeconds } from './latency-histogram.ts';
import { type ScoutStatusDeps, readScoutStatus } from './status.ts';

type ScoutMetricsDeps = PresentSourcesDeps & ScoutStatusDeps & { registry: Registry; log: Pick<Logger, 'warn'> };

/** The most sources that get a label of their own. */
const maxSources = 100;

/** Metrics of sources and queues, read from the stores at each scrape; a metric that cannot be read is left out. */
export function addScoutMetrics({ registry, ...deps }: ScoutMetricsDeps): void {
  const gauge = (name: string, help: string, labelNames: string[], fill: (gauge: Gauge) => Promise<void>) => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        await fill(this).catch((error: unknown) =>
          deps.log.warn({ err: error }, `Failed to compute the metric ${name}`),
        );
      },
    });
  };
  const sources = shareWhileReading(async () => (await presentSources(deps)).slice(0, maxSources));
  const status = shareWhileReading(() => readScoutStatus(deps));

  gauge('source_last_pass_age_seconds', 'Time since the last run of a source', ['source'], async (age) => {
    const now = deps.clock().getTime();
    for (const { id, lastPassAt } of await sources()) {
      if (lastPassAt !== null) age.set({ source: id }, (now - Date.parse(lastPassAt)) / 1000);
    }
  });
  gauge('source_failures', 'Failed runs of a source in a row', ['source'], async (failures) => {
    for (const source of await sources()) failures.set({ source: source.id }, source.failures);
  });
  gauge('source_unreadable_mails', 'Emails of the last 7 days that could not be read', ['source'], async (mails) => {
    for (const { id, unreadable } of await sources()) if (unreadable) mails.set({ source: id }, unreadable.count);
  });
  gauge('source_paused', 'Whether a source is paused (1)', ['source'], async (paused) => {
    for (const { id, state } of await sources()) paused.set({ source: id }, state === 'paused' ? 1 : 0);
  });
  gauge(
    'scout_queue_length',
    'Waiting items: emails, pushes, daily digests, items for review',
    ['queue'],
    async (length) => {
      const { queues } = await status();
      for (const [queue, count] of Object.entries(queues)) length.set({ queue }, count);
    },
  );
  gauge(
    'dead_letters',
    'Emails and pushes that failed permanently, and events that were set aside',
    [],
    async (dead) => {
      dead.set((await status()).deadLetters);
    },
  );
  gauge('second_opinion_breaker_open', 'Whether the second opinion is not asked, as it fails (1)', [], async (open) => {
    open.set((await status()).opinion.state === 'unreachable' ? 1 : 0);
  });
  gauge('second_opinion_calls_today', 'Second opinions asked for today, in UTC', [], async (calls) => {
    calls.set((await status()).opinion.callsToday);
  });
}

/** Counts the latency of alerts, by member. */
export function createLatencyMetric(registry: Registry) {
  const latency = new Histogram({
    name: 'alert_latency_seconds',
    help: "Time from a listing's coming in to its alert's delivery, for each member; daily digests left out",
    buckets: latencyBucketsSeconds,
    registers: [registry],
  });
  return (seconds: number, members: number): void => {
    for (let count = 0; count < members; count += 1) latency.observe(seconds);
  };
}

/** The metrics of one scrape are read at once, most of them from the same. */
function shareWhileReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () =>
    (reading ??= read().finally(() => {
      reading = null;
    }));
}
