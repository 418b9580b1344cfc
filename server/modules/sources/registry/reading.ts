import type { Logger } from 'pino';
import type { Clock } from '#server/lib/clock.ts';
import type { Connector } from './connector.ts';
import type { Sources } from './sources.ts';

/** In ms. */
const looksEvery = 250;
const asksEvery = 1000;
const pauseAfterTrouble = 5000;

type Parts = {
  clock: Clock;
  log: Logger;
  sources: Pick<Sources, 'pauses' | 'figures' | 'runs'>;
};

/** Reads each source at its own pace, at once where that is asked for, and not while it is paused; until stopped. */
export function startReading(connectors: Connector[], { clock, log, sources }: Parts): { stop: () => Promise<void> } {
  const { pauses, figures, runs } = sources;
  const now = () => clock().getTime();
  const due = new Map(connectors.map(({ id, notBefore }) => [id, notBefore === null ? 0 : Date.parse(notBefore)]));
  const underWay = new Map<string, Promise<void>>();
  /** Something new is there: what is due is not waited for. */
  const hurried = new Set<string>();
  const stopped = new AbortController();

  const read = async ({ id, kind, runOnce }: Connector) => {
    hurried.delete(id);
    if (await pauses.isPaused(id)) {
      due.set(id, now() + asksEvery);
      return;
    }
    const { nextAt, problem } = await runOnce();
    due.set(id, Date.parse(nextAt));
    if (problem !== null) figures.count(id, kind, { problem });
  };
  const readSafely = async (connector: Connector) => {
    try {
      await read(connector);
    } catch (error) {
      if (!stopped.signal.aborted)
        log.error({ err: error, source: connector.id }, 'A source could not be read; trying again');
      due.set(connector.id, now() + pauseAfterTrouble);
    }
  };
  const begin = (connector: Connector) => {
    const pass = underWay.get(connector.id) ?? readSafely(connector).finally(() => underWay.delete(connector.id));
    underWay.set(connector.id, pass);
    return pass;
  };
  const readDue = () => {
    const isDue = ({ id }: Connector) => hurried.has(id) || now() >= (due.get(id) ?? 0);
    for (const connector of connectors.filter(isDue)) void begin(connector);
  };
  for (const { id, onNews } of connectors) onNews?.(() => void hurried.add(id));
  const readAsked = async () => {
    for (const id of await runs.asked()) {
      const connector = connectors.find((one) => one.id === id);
      if (!connector) continue;
      await runs.begun(id);
      void begin(connector).then(() => tried(runs.done(id), log));
    }
  };
  let asking = tried(runs.renew(), log);
  readDue();
  const looking = setInterval(readDue, looksEvery).unref();
  const listening = setInterval(() => {
    asking = asking.then(() => tried(readAsked(), log));
  }, asksEvery).unref();

  return {
    stop: async () => {
      stopped.abort();
      clearInterval(looking);
      clearInterval(listening);
      await asking;
      await Promise.all(underWay.values());
    },
  };
}

function tried(work: Promise<void>, log: Logger): Promise<void> {
  return work.catch((error: unknown) => log.warn({ err: error }, 'A pass that was asked for could not be noted'));
}
