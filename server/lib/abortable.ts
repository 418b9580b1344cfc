import { once } from 'node:events';

/** Resolves to the result of `work`, or to null as soon as `stopped`; leaves no listener on a long-lived signal. */
export async function abortable<T>(stopped: AbortSignal, work: Promise<T>): Promise<T | null> {
  work.catch(() => undefined); // a result after the abort is ignored
  if (stopped.aborted) return null;
  const done = new AbortController();
  const aborted = once(stopped, 'abort', { signal: done.signal }).then(
    () => null,
    () => null,
  );
  try {
    return await Promise.race([work, aborted]);
  } finally {
    done.abort();
  }
}
