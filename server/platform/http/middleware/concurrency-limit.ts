import { HttpError } from './http-error.ts';

/** Runs at most `max` requests of one kind at a time. Throws HttpError 503 with Retry-After past it. */
export function createConcurrencyLimit(max: number) {
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max)
      throw new HttpError(503, 'Too many large requests are running. Please try again in a moment.', {
        'Retry-After': '5',
      });
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
