import type { Logger } from 'pino';
import { delay } from './delay.ts';

const defaultBackoff = { minMs: 50, maxMs: 5_000 };

/** In ms: doubles with each failure, jittered so that clients do not retry in step. */
export function computeBackoffMs(failures: number, { minMs, maxMs } = defaultBackoff): number {
  const limitMs = Math.min(maxMs, minMs * 2 ** (failures - 1));
  return limitMs * (0.5 + Math.random() / 2);
}

/** Resolves after `milliseconds`, when `stopped`, or with `sign`. */
async function delayUntil(milliseconds: number, stopped: AbortSignal, sign: Promise<unknown> | undefined) {
  const ended = new AbortController();
  void sign?.then(() => ended.abort());
  await delay(milliseconds, AbortSignal.any([stopped, ended.signal]));
}

type RetryOptions = {
  log?: Pick<Logger, 'warn'>;
  stopped: AbortSignal;
  /** Errors that no retry can mend; they are thrown. */
  isPermanent?: (error: unknown) => boolean;
  backoff?: typeof defaultBackoff;
  /** Resolves at the next sign that a retry may succeed: it ends a pause, but for the shortest one. */
  waitForSign?: () => Promise<unknown>;
};

/**
 * Retries with growing pauses; null when `stopped` before it succeeded. `what` names the task in the log: verb + object.
 * Work that goes on for long calls `resetBackoff` when it makes progress.
 */
export async function retryUntilStopped<T>(
  what: string,
  work: (resetBackoff: () => void) => Promise<T>,
  { log, stopped, isPermanent = () => false, backoff = defaultBackoff, waitForSign }: RetryOptions,
): Promise<T | null> {
  const hasStopped = () => stopped.aborted;
  let failures = 0;
  const resetBackoff = () => {
    failures = 0;
  };
  while (!hasStopped()) {
    try {
      return await work(resetBackoff);
    } catch (error) {
      if (hasStopped()) break;
      if (isPermanent(error)) throw error;
      failures += 1;
      log?.warn({ err: error }, `Failed to ${what}; retrying`);
      const sign = waitForSign?.();
      const pauseMs = computeBackoffMs(failures, backoff);
      const leastMs = Math.min(pauseMs, backoff.minMs);
      await delay(leastMs, stopped);
      await delayUntil(pauseMs - leastMs, stopped, sign);
    }
  }
  return null;
}
