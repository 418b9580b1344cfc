import type { Logger } from 'pino';
import { Fenced, StoreUnavailable } from '#projections/store/port.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { ConcurrencyError } from '#server/platform/commands/command-handler.ts';

export const maxTries = 3;

export type TryOptions = {
  log: Pick<Logger, 'warn'>;
  stopped: AbortSignal;
  /** Three unless given. */
  tries?: number;
  /** Called after each failure. */
  onFailure?: () => void;
};

/**
 * Null once the work has succeeded; else the error of the last try. An unavailable store does not count as a try. Throws
 * Fenced, and the reason of `stopped`. `what` names the work in the log: verb + object.
 */
export async function tryRepeatedly(
  what: string,
  work: () => Promise<void>,
  { log, stopped, tries = maxTries, onFailure }: TryOptions,
): Promise<{ error: unknown } | null> {
  let left = tries;
  const isPermanent = (error: unknown) => {
    if (!isTransient(error)) left -= 1;
    onFailure?.();
    return error instanceof Fenced || left <= 0;
  };
  try {
    const done = await retryUntilStopped(what, () => work().then(() => true), { log, stopped, isPermanent });
    if (done === null) stopped.throwIfAborted();
    return null;
  } catch (error) {
    if (error instanceof Fenced || stopped.aborted) throw error;
    return { error };
  }
}

/** Whether the same work may succeed later without a repair. */
export function isTransient(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof ConcurrencyError;
}
