/**
 * Milliseconds to wait after this many failures: grows from `minMs`, jittered so that clients do not retry in step.
 */
export function computeBackoffMs(failures: number, minMs = 100, maxMs = 10_000): number {
  const upperMs = Math.min(maxMs, minMs * 2 ** failures);
  return minMs + Math.random() * (upperMs - minMs);
}

/** Rejects as soon as `stopped`; a later result of the work is ignored. */
export async function rejectWhenStopped<T>(stopped: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Error('Stopped'));
  if (stopped.aborted) stop();
  stopped.addEventListener('abort', stop);
  try {
    return await Promise.race([work, promise]);
  } finally {
    stopped.removeEventListener('abort', stop);
  }
}
