import type { Logger } from 'pino';
import { delay } from './delay.ts';

const retryDelayMs = 1000;

/** Retries after a pause on any error; null when `stopped` before it succeeded. `what` names the task in the log: verb + object. */
export async function retryUntilStopped<T>(
  what: string,
  work: () => Promise<T>,
  { log, stopped }: { log: Logger; stopped: AbortSignal },
): Promise<T | null> {
  const hasStopped = () => stopped.aborted;
  while (!hasStopped()) {
    try {
      return await work();
    } catch (error) {
      if (hasStopped()) break;
      log.warn({ err: error }, `Failed to ${what}; retrying`);
      await delay(retryDelayMs, stopped);
    }
  }
  return null;
}
