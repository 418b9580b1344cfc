import PQueue from 'p-queue';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';

/**
 * Runs at most `atOnce` jobs at a time and lets `waiting` more wait; one more is refused with HttpError 503, so that a
 * flood uses bounded memory and the earliest requests are served.
 */
export function createBoundedQueue({
  concurrency: atOnce,
  maxWaiting: waiting,
}: {
  concurrency: number;
  maxWaiting: number;
}) {
  const queue = new PQueue({ concurrency: atOnce });
  return <T>(job: () => Promise<T>): Promise<T> => {
    if (queue.size >= waiting) {
      throw new HttpError(503, 'Too many people are signing in right now. Please try again in a moment.', {
        'Retry-After': '2',
      });
    }
    return queue.add(job);
  };
}
