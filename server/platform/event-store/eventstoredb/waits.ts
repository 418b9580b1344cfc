/** Milliseconds to wait after so many failures: grows from `shortest`, jittered so that many do not come back as one. */
export function backOff(failures: number, shortest = 100, longest = 10_000): number {
  const most = Math.min(longest, shortest * 2 ** failures);
  return shortest + Math.random() * (most - shortest);
}

/** Rejects as soon as `stopped`; what comes of the work then is nobody's. */
export async function unlessStopped<T>(stopped: AbortSignal, work: Promise<T>): Promise<T> {
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
