import type { Logger } from 'pino';
import { delay } from './delay.ts';

const minBackoffMs = 50;
const maxBackoffMs = 5_000;

/** In ms: doubles with each failure, jittered so that clients do not retry in step. */
export function computeBackoffMs(failures: number, { minMs = minBackoffMs, maxMs = maxBackoffMs } = {}): number {
  const limitMs = Math.min(maxMs, minMs * 2 ** (failures - 1));
  return limitMs * (0.5 + Math.random() / 2);
}

type RetryOptions = {
  log: Pick<Logger, 'warn'>;
  stopped: AbortSignal;
  /** Errors that no retry can mend; they are thrown. */
  isPermanent?: (error: unknown) => boolean;
};

/** Retries with growing pauses; null when `stopped` before it succeeded. `what` names the task in the log: verb + object. */
export async function retryUntilStopped<T>(
  what: string,
  work: () => Promise<T>,
  { log, stopped, isPermanent = () => false }: RetryOptions,
): Promise<T | null> {
  const hasStopped = () => stopped.aborted;
  for (let failures = 1; !hasStopped(); failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (hasStopped()) break;
      if (isPermanent(error)) throw error;
      log.warn({ err: error }, `Failed to ${what}; retrying`);
      await delay(computeBackoffMs(failures), stopped);
    }
  }
  return null;
}
