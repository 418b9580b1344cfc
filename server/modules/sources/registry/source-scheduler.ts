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

/** `replace`: these sources and no others are read from now on; a pass in progress is completed. */
type SourceScheduler = Schedule & { replace: (connectors: readonly Connector[]) => void };

/** Reads each source at its own interval, at once on request, and not while it is paused; until stopped. */
export function startSourceScheduler(initial: readonly Connector[], deps: SourceSchedulerDeps): SourceScheduler {
  const { log } = deps;
  const { pauses, stats, runs } = deps.sources;
  const now = () => deps.clock().getTime();
  let connectors = initial;
  const dueAtMs = new WeakMap<Connector, number>();
  const underWay = new Map<string, Promise<void>>();
  /** New content has arrived: the source is read before it is due. */
  const expedited = new Set<string>();
  const stopped = new AbortController();

  const runSource = async (connector: Connector) => {
    const { id, kind, runOnce } = connector;
    expedited.delete(id);
    if (await pauses.isPaused(id)) {
      dueAtMs.set(connector, now() + requestIntervalMs);
      return;
    }
    const { nextAt, problem } = await runOnce();
    dueAtMs.set(connector, Date.parse(nextAt));
    if (problem !== null) stats.count(id, kind, { problem });
  };
  const runSafely = async (connector: Connector) => {
    try {
      await runSource(connector);
    } catch (error) {
      if (!stopped.signal.aborted) logReadError(connector.id, error, log);
      dueAtMs.set(connector, now() + errorPauseMs);
    }
  };
  const begin = (connector: Connector) => {
    const pass = underWay.get(connector.id) ?? runSafely(connector).finally(() => underWay.delete(connector.id));
    underWay.set(connector.id, pass);
    return pass;
  };
  const runDue = () => {
    const isDue = (connector: Connector) =>
      expedited.has(connector.id) || now() >= (dueAtMs.get(connector) ?? toTime(connector.notBefore));
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
    replace: (next) => void (connectors = next),
    stop: async () => {
      stopped.abort();
      await Promise.all([polling.stop(), requests.stop()]);
      await Promise.all(underWay.values());
    },
  };
}

function toTime(at: string | null): number {
  return at === null ? 0 : Date.parse(at);
}

function logFailure(work: Promise<void>, log: Logger): Promise<void> {
  return work.catch((error: unknown) => log.warn({ err: error }, 'Failed to mark a requested run as started'));
}

function logReadError(source: string, error: unknown, log: Logger): void {
  log.error({ err: error, source }, 'Failed to read the source; retrying');
}
