import { readFileSync, statSync } from 'node:fs';

/** Now; tests give another. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();

/** In ms. A file that was changed is looked at again after so long at the latest. */
const lookedAtEvery = 20;

/**
 * A clock that was set by writing a time (ISO 8601) into a file, and goes on from there; a file that holds none leaves
 * it as it is. For tests of the product from outside.
 */
export function clockIn(path: string): Clock {
  let looked = Number.NEGATIVE_INFINITY;
  let ahead = 0;
  return () => {
    const now = Date.now();
    if (now - looked >= lookedAtEvery || now < looked) {
      looked = now;
      ahead = aheadBy(path);
    }
    return new Date(now + ahead);
  };
}

function aheadBy(path: string): number {
  try {
    const ahead = Date.parse(readFileSync(path, 'utf8').trim()) - statSync(path).mtimeMs;
    return Number.isNaN(ahead) ? 0 : ahead;
  } catch {
    return 0;
  }
}
