import type { Response } from 'express';
import type { ProjectionVersion, ProjectionTracker } from '#server/platform/projector/projection-progress.ts';

const maxResponses = 64;
const maxLength = 256 * 1024;
const replayedHeaders = ['X-Total-Count', 'Link'] as const;

type CachedResponse = { text: string; headers: [string, string][] };

/**
 * Caches answers until the views change, so that they are created once for concurrent requests. `make` sets the headers
 * of its answer itself. A change of the views by another process counts from the moment that it is stored.
 */
export function createResponseCache(stamp: ProjectionTracker['version']) {
  const cache = new Map<string, CachedResponse>();
  let cachedVersion: ProjectionVersion | null = null;

  return async (key: string, response: Response, make: () => Promise<string>): Promise<string> => {
    const at = await stamp();
    if (at !== cachedVersion) cache.clear();
    cachedVersion = at;
    const before = cache.get(key);
    if (before) {
      for (const [name, value] of before.headers) response.setHeader(name, value);
      return before.text;
    }
    const text = await make();
    if (cachedVersion !== at || text.length > maxLength) return text;
    if (cache.size >= maxResponses) cache.clear();
    cache.set(key, { text, headers: replayedHeaders.flatMap((name) => readHeader(response, name)) });
    return text;
  };
}

function readHeader(response: Response, name: string): [string, string][] {
  const value = response.getHeader(name);
  return value === undefined ? [] : [[name, String(value)]];
}
