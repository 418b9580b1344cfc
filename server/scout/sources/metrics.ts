import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { shownSources } from './shown.ts';
import { scoutStatus } from './status.ts';

type Parts = Pick<Context, 'config' | 'views' | 'documents' | 'sources' | 'clock' | 'log'>;

/** Labels are ids of sources that are configured or have brought something: so many at most. */
const mostSources = 100;

/** How sources and queues do, asked of the stores whenever Prometheus asks; what cannot be known is left out. */
export function addScoutMetrics(registry: Registry, parts: Parts): void {
  const gauge = (name: string, help: string, labelNames: string[], fill: (gauge: Gauge) => Promise<void>) => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        await fill(this).catch((error: unknown) => parts.log.warn({ err: error }, `${name} is not known`));
      },
    });
  };
  const sources = async () => (await shownSources(parts)).slice(0, mostSources);

  gauge('source_last_pass_age_seconds', 'Time since the newest pass of a source', ['source'], async (age) => {
    const now = parts.clock().getTime();
    for (const { id, lastPassAt } of await sources()) {
      if (lastPassAt !== null) age.set({ source: id }, (now - Date.parse(lastPassAt)) / 1000);
    }
  });
  gauge('source_failures', 'Passes of a source that failed in a row', ['source'], async (failures) => {
    for (const source of await sources()) failures.set({ source: source.id }, source.failures);
  });
  gauge('source_paused', 'Whether a source is paused (1)', ['source'], async (paused) => {
    for (const { id, state } of await sources()) paused.set({ source: id }, state === 'paused' ? 1 : 0);
  });
  gauge(
    'scout_queue_length',
    'What waits: mails, pushes, daily digests, items for review',
    ['queue'],
    async (length) => {
      const { queues } = await scoutStatus(parts);
      for (const [queue, count] of Object.entries(queues)) length.set({ queue }, count);
    },
  );
  gauge('dead_letters', 'Mails that failed for good, and events that were set aside', [], async (dead) => {
    dead.set((await scoutStatus(parts)).deadLetters);
  });
  gauge('second_opinion_breaker_open', 'Whether the second opinion is not asked, as it fails (1)', [], async (open) => {
    open.set((await scoutStatus(parts)).opinion.state === 'unreachable' ? 1 : 0);
  });
  gauge('second_opinion_calls_today', 'Second opinions asked for today, in UTC', [], async (calls) => {
    calls.set((await scoutStatus(parts)).opinion.callsToday);
  });
}
