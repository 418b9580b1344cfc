import { computeBackoffMs } from '#server/lib/retry.ts';

const minBackoffMs = 200;
const maxBackoffMs = 10_000;

/** In ms: how long to wait for a server after this many failures. */
export function computeServerBackoffMs(failures: number): number {
  return computeBackoffMs(failures, { minMs: minBackoffMs, maxMs: maxBackoffMs });
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
