import type { Logger } from 'pino';
import type { Clock } from '#server/lib/clock.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import type { EventStore } from './port.ts';

type ClockWatchDeps = {
  events: Pick<EventStore, 'readAllBackwards'>;
  clock: Clock;
  log: Pick<Logger, 'error'>;
  /** In ms, from any beginning; it never jumps. */
  monotonic?: () => number;
};

const toleranceMs = 60_000;
const intervalMs = 60_000;

/** Logs an error where the clock jumps by over a minute, or is over a minute behind the last event; until `stop`. */
export function startClockWatch({ log, ...deps }: ClockWatchDeps): Schedule {
  const work = createClockCheck({ log, ...deps });
  return runEvery({ work, intervalMs, log, failureMessage: 'Failed to check the clock; retrying in a minute' });
}

export function createClockCheck({ events, clock, log, monotonic = () => performance.now() }: ClockWatchDeps) {
  let differenceMs = clock().getTime() - monotonic();
  return async (): Promise<void> => {
    const now = clock().getTime();
    const jumpMs = now - monotonic() - differenceMs;
    differenceMs += jumpMs;
    if (Math.abs(jumpMs) > toleranceMs) log.error({ seconds: Math.round(jumpMs / 1000) }, 'The clock jumped');
    const [last] = await events.readAllBackwards(null, 1);
    const aheadMs = last ? Date.parse(last.metadata.at) - now : 0;
    if (aheadMs > toleranceMs)
      log.error({ at: last?.metadata.at }, 'The last event is dated in the future: check the clock of this machine');
  };
}
