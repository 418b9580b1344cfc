import {
  toEventStoreError,
  isOutcomeUnknown,
  CallTimeoutError,
  createUnavailableError,
  isTlsFailure,
} from './errors.ts';
import { delay, withTimeout } from '#server/lib/delay.ts';
import { computeBackoffMs } from '#server/lib/retry.ts';

/** In milliseconds. */
export type Timeouts = {
  /** One try of a call; for a read, the time without another event. */
  answerMs: number;
  /** A call with all its tries, including its time in the queue. */
  call: number;
  /** A subscription that receives nothing for this long is checked. */
  silenceMs: number;
};

/** A call ends well within 5 s, on a busy machine too. */
export const defaultTimeouts: Timeouts = { answerMs: 1_800, call: 4_000, silenceMs: 10_000 };

const maxAttempts = 4;
/** No try begins with less time left. */
const minAttemptMs = 50;
/** Pauses between tries, and before a broken subscription begins again. */
export const serverBackoff = { minMs: 200, maxMs: 10_000 };

/**
 * Retries until the server has answered. For idempotent calls. `attempt` receives the time that it may take. Throws the
 * server's answer, or StoreUnavailable.
 */
export async function callWithRetry<T>(
  { answerMs, call }: Timeouts,
  attempt: (milliseconds: number) => Promise<T>,
  begun = performance.now(),
): Promise<T> {
  const left = () => begun + call - performance.now();
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt(Math.min(answerMs, left()));
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw toEventStoreError(error);
      const wait = computeBackoffMs(failures, serverBackoff);
      const isLast = failures === maxAttempts || left() < wait + minAttemptMs;
      if (isLast || isTlsFailure(error)) throw createUnavailableError(error);
      await delay(wait);
    }
  }
}

/** Rejects when `work` takes longer. A later result is ignored. */
export function withDeadline<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return withTimeout(work, milliseconds, () => {
    throw new CallTimeoutError();
  });
}
