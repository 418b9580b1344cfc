import type { Response } from 'express';
import type { Stamp, Watched } from '#server/platform/projector/watch.ts';

const mostKept = 64;
const largest = 256 * 1024;
const replayed = ['X-Total-Count', 'Link'] as const;

type Kept = { text: string; headers: [string, string][] };

/**
 * Answers that stay the same until the views move on, so that they are made once however many ask. `make` sets the
 * headers of its answer itself. What another process puts into the views counts from the moment that it is there.
 */
export function sharedAnswers(stamp: Watched['stamp']) {
  const kept = new Map<string, Kept>();
  let keptAt: Stamp | null = null;

  return async (key: string, response: Response, make: () => Promise<unknown>): Promise<string> => {
    const at = await stamp();
    if (at !== keptAt) kept.clear();
    keptAt = at;
    const before = kept.get(key);
    if (before) {
      for (const [name, value] of before.headers) response.setHeader(name, value);
      return before.text;
    }
    const text = JSON.stringify(await make());
    if (keptAt !== at || text.length > largest) return text;
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, { text, headers: replayed.flatMap((name) => headerOf(response, name)) });
    return text;
  };
}

function headerOf(response: Response, name: string): [string, string][] {
  const value = response.getHeader(name);
  return value === undefined ? [] : [[name, String(value)]];
}
