import type { Response } from 'express';
import type { ProjectionVersion, ProjectionTracker } from '#server/platform/projector/projection-progress.ts';
import { createJsonAnswer, type JsonAnswer } from './send-json.ts';

const maxResponses = 64;
const maxLength = 256 * 1024;
const replayedHeaders = ['X-Total-Count', 'Link'] as const;

type CachedResponse = { answer: JsonAnswer; headers: [string, string][] };

/**
 * Caches answers until the views change: concurrent requests share one, also one that is still being created. `make`
 * sets the headers of its answer itself. A change of the views by another process counts once it is stored.
 */
export function createResponseCache(stamp: ProjectionTracker['version']) {
  const cache = new Map<string, Promise<CachedResponse>>();
  let cachedVersion: ProjectionVersion | null = null;

  function create(key: string, response: Response, make: () => Promise<string>): Promise<CachedResponse> {
    const forget = () => {
      if (cache.get(key) === created) cache.delete(key);
    };
    const created = make().then((text) => {
      if (text.length > maxLength) forget();
      return { answer: createJsonAnswer(text), headers: replayedHeaders.flatMap((name) => readHeader(response, name)) };
    });
    created.catch(forget);
    if (cache.size >= maxResponses) cache.clear();
    cache.set(key, created);
    return created;
  }

  return async (key: string, response: Response, make: () => Promise<string>): Promise<JsonAnswer> => {
    const at = await stamp();
    if (at !== cachedVersion) cache.clear();
    cachedVersion = at;
    const shared = cache.get(key);
    const { answer, headers } = await (shared ?? create(key, response, make));
    if (shared) for (const [name, value] of headers) response.setHeader(name, value);
    return answer;
  };
}

function readHeader(response: Response, name: string): [string, string][] {
  const value = response.getHeader(name);
  return value === undefined ? [] : [[name, String(value)]];
}
