import { maxVisitorWeeks, type AvailableWeek } from '#domain/visit/admin.contract.ts';
import { toHour } from '#projections/visitor-stats.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
const firstMondayMs = 4 * dayMs;

/** Times in ms since 1970: from `from`, inclusive, to `until`, exclusive. */
export type HourRange = { from: number; until: number };

/** The week, Monday to Sunday in UTC, that is `offset` weeks before that of `now`. */
export function getWeek(now: number, offset: number): HourRange {
  const from = now - ((((now - firstMondayMs) % weekMs) + weekMs) % weekMs) - offset * weekMs;
  return { from, until: from + weekMs };
}

export function listWeeks(now: number): AvailableWeek[] {
  return Array.from({ length: maxVisitorWeeks }, (_, offset) => {
    const { from, until } = getWeek(now, offset);
    return { offset, weekStart: toDay(from), weekEnd: toDay(until - dayMs) };
  });
}

/** The hours that overlap a span, as the statistics name them; `from` is the start of an hour. */
export function listHours({ from, until }: HourRange): string[] {
  return Array.from({ length: Math.ceil((until - from) / hourMs) }, (_, n) => toHour(toIso(from + n * hourMs)));
}

/** The start of the next hour, or `time` itself if it is the start of an hour. */
export function ceilToHour(time: number): number {
  return Math.ceil(time / hourMs) * hourMs;
}

export function toIso(time: number): string {
  return new Date(time).toISOString();
}

function toDay(time: number): string {
  return toIso(time).slice(0, 10);
}
