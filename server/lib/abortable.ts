import { once } from 'node:events';

/** What `work` resolves to, or null as soon as `stopped`; leaves nothing behind on a signal that lives long. */
export async function abortable<T>(stopped: AbortSignal, work: Promise<T>): Promise<T | null> {
  work.catch(() => undefined); // what comes after the end concerns nobody
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
