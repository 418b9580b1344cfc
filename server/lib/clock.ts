import { readFileSync, statSync } from 'node:fs';

/** The current time; tests inject another clock. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();

/** In ms. A changed file is read again after at most this time. */
const readIntervalMs = 20;

/**
 * A clock that is set by writing a time (ISO 8601) into a file and runs on from there; a file without a valid time has
 * no effect. For end-to-end tests.
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

export const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const firstMondayMs = 4 * dayMs;

/** Times in ms since 1970: from `from`, inclusive, to `until`, exclusive. */
export type TimeSpan = { from: number; until: number };

/** The week, Monday to Sunday in UTC, that is `offset` weeks before that of `now`. */
export function getWeek(now: number, offset: number): TimeSpan {
  const from = now - ((((now - firstMondayMs) % weekMs) + weekMs) % weekMs) - offset * weekMs;
  return { from, until: from + weekMs };
}

export function toIso(time: number): string {
  return new Date(time).toISOString();
}

/** The day in UTC, yyyy-MM-dd. */
export function toDay(time: number): string {
  return toIso(time).slice(0, 10);
}
