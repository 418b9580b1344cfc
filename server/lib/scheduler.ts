import type { Logger } from 'pino';

type ScheduledJob = {
  work: () => Promise<unknown>;
  /** In ms. */
  intervalMs: number;
  /** The first pass waits for it; where it fails, for the next one. */
  ready?: Promise<unknown>;
  log: Pick<Logger, 'error'>;
  /** What is said of a pass that failed; the next one comes all the same. */
  failureMessage: string;
};

/** Works at once and then every so often, one pass after the other. `stop` resolves when the pass in hand has ended. */
export function runEvery({ work, intervalMs, ready = Promise.resolve(), log, failureMessage }: ScheduledJob) {
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
