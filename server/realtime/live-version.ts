import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { liveVersionHeader } from '#domain/shared/endpoint.contract.ts';

/**
 * Advances with all that clients are notified of, also while none is connected. A page that connects, and whose reads
 * all began at the present version, has missed nothing. Versions of different processes are never equal. The answers of
 * the API by `http` have the version of when their requests came.
 */
export function createLiveVersion(http: Server) {
  const id = randomUUID();
  let count = 0;
  const current = () => `${id}.${count}`;
  http.prependListener('request', ({ url = '' }, response) => {
    if (url.startsWith('/api/')) response.setHeader(liveVersionHeader, current());
  });
  return {
    current,
    /** A function that notifies clients, and advances the version before. */
    advancing:
      <A extends unknown[], R>(notify: (...values: A) => R) =>
      (...values: A): R => {
        count += 1;
        return notify(...values);
      },
  };
}
