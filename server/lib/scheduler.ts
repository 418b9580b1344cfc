import type { Logger } from 'pino';

/** `stop` resolves when the pass under way has ended. */
export type Schedule = { stop: () => Promise<void> };

type ScheduledJob = {
  work: () => Promise<unknown>;
  /** In ms. */
  intervalMs: number;
  /** The first run waits for it; if it fails, the first run is the next scheduled one. */
  ready?: Promise<unknown>;
  log: Pick<Logger, 'error'>;
  /** The log message for a failed run; the next run takes place all the same. */
  failureMessage: string;
};

/**
 * Runs at once and then at an interval, never two runs concurrently. `stop` resolves when the current run has ended.
 */
export function runEvery({ work, intervalMs, ready = Promise.resolve(), log, failureMessage }: ScheduledJob): Schedule {
  let pass: Promise<unknown> = Promise.resolve();
  const begin = () => {
    pass = pass.then(work).catch((error: unknown) => {
      log.error({ err: error }, failureMessage);
    });
  };
  void ready.then(begin, () => undefined);
  const timer = setInterval(begin, intervalMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await pass;
    },
  };
}
