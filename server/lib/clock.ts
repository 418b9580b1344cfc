import { readFileSync, statSync } from 'node:fs';

/** Now; tests give another. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();

/** In ms. A file that was changed is looked at again after so long at the latest. */
const readIntervalMs = 20;

/**
 * A clock that was set by writing a time (ISO 8601) into a file, and goes on from there; a file that holds none leaves
 * it as it is. For tests of the product from outside.
 */
export function createFileClock(path: string): Clock {
  let lastReadMs = Number.NEGATIVE_INFINITY;
  let offsetMs = 0;
  return () => {
    const now = Date.now();
    if (now - lastReadMs >= readIntervalMs || now < lastReadMs) {
      lastReadMs = now;
      offsetMs = readOffsetMs(path);
    }
    return new Date(now + offsetMs);
  };
}

function readOffsetMs(path: string): number {
  try {
    const offsetMs = Date.parse(readFileSync(path, 'utf8').trim()) - statSync(path).mtimeMs;
    return Number.isNaN(offsetMs) ? 0 : offsetMs;
  } catch {
    return 0;
  }
}
