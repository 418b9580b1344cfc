import type { Logger } from 'pino';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { Connector } from './connector.ts';
import type { SourceServices } from './source-services.ts';

/** In ms. */
const pollIntervalMs = 250;
const requestIntervalMs = 1000;
const errorPauseMs = 5000;

type SourceSchedulerDeps = Pick<Platform, 'clock' | 'log'> & {
  sources: Pick<SourceServices, 'pauses' | 'stats' | 'runs'>;
};

/** Reads each source at its own interval, at once on request, and not while it is paused; until stopped. */
export function startSourceScheduler(connectors: Connector[], deps: SourceSchedulerDeps): Schedule {
  const { log } = deps;
  const { pauses, stats, runs } = deps.sources;
  const now = () => deps.clock().getTime();
  const dueAtMs = new Map(connectors.map(({ id, notBefore }) => [id, notBefore === null ? 0 : Date.parse(notBefore)]));
  const underWay = new Map<string, Promise<void>>();
  /** New content has arrived: the source is read before it is due. */
  const expedited = new Set<string>();
  const stopped = new AbortController();

  const runSource = async ({ id, kind, runOnce }: Connector) => {
    expedited.delete(id);
    if (await pauses.isPaused(id)) {
      dueAtMs.set(id, now() + requestIntervalMs);
      return;
    }
    const { nextAt, problem } = await runOnce();
    dueAtMs.set(id, Date.parse(nextAt));
    if (problem !== null) stats.count(id, kind, { problem });
  };
  const runSafely = async (connector: Connector) => {
    try {
      await runSource(connector);
    } catch (error) {
      if (!stopped.signal.aborted) logReadError(connector.id, error, log);
      dueAtMs.set(connector.id, now() + errorPauseMs);
    }
  };
  const begin = (connector: Connector) => {
    const pass = underWay.get(connector.id) ?? runSafely(connector).finally(() => underWay.delete(connector.id));
    underWay.set(connector.id, pass);
    return pass;
  };
  const runDue = () => {
    const isDue = ({ id }: Connector) => expedited.has(id) || now() >= (dueAtMs.get(id) ?? 0);
    for (const connector of connectors.filter(isDue)) void begin(connector);
  };
  for (const { id, onUpdate } of connectors) onUpdate?.(() => void expedited.add(id));
  const runRequested = async () => {
    for (const id of await runs.listRequested()) {
      const connector = connectors.find((one) => one.id === id);
      if (!connector) continue;
      await runs.markRunning(id);
      void begin(connector).then(() => logFailure(runs.markDone(id), log));
    }
  };
  const job = { log, failureMessage: 'Failed to run a source that is due or requested; retrying' };
  const polling = runEvery({ ...job, work: runDue, intervalMs: pollIntervalMs });
  const ready = runs.requeueInterrupted();
  const requests = runEvery({ ...job, work: runRequested, intervalMs: requestIntervalMs, ready });

  return {
    stop: async () => {
      stopped.abort();
      await Promise.all([polling.stop(), requests.stop()]);
      await Promise.all(underWay.values());
    },
  };
}

function logFailure(work: Promise<void>, log: Logger): Promise<void> {
  return work.catch((error: unknown) => log.warn({ err: error }, 'Failed to mark a requested run as started'));
}

function logReadError(source: string, error: unknown, log: Logger): void {
  log.error({ err: error, source }, 'Failed to read the source; retrying');
}
