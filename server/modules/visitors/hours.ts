import { visitorWeeks, type AvailableWeek } from '#domain/visit/admin.contract.ts';
import { hourOf } from '#projections/visitor-stats.ts';

const hour = 3_600_000;
const day = 24 * hour;
const week = 7 * day;
const mondayAfterEpoch = 4 * day;

/** Times in ms since 1970: from `from` until before `until`. */
export type Times = { from: number; until: number };

/** The week, Monday to Sunday in UTC, that lies `offset` weeks before that of `now`. */
export function weekOf(now: number, offset: number): Times {
  const from = now - ((((now - mondayAfterEpoch) % week) + week) % week) - offset * week;
  return { from, until: from + week };
}

export function availableWeeks(now: number): AvailableWeek[] {
  return Array.from({ length: visitorWeeks }, (_, offset) => {
    const { from, until } = weekOf(now, offset);
    return { offset, weekStart: dayOf(from), weekEnd: dayOf(until - day) };
  });
}

/** The hours of which something lies in a span, as the statistics name them; `from` is the beginning of one. */
export function hoursOf({ from, until }: Times): string[] {
  return Array.from({ length: Math.ceil((until - from) / hour) }, (_, n) => hourOf(iso(from + n * hour)));
}

/** The beginning of the next hour, or of this one where `time` is its very beginning. */
export function nextHour(time: number): number {
  return Math.ceil(time / hour) * hour;
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}

function dayOf(time: number): string {
  return iso(time).slice(0, 10);
}
