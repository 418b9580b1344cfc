import { maxVisitorWeeks, type AvailableWeek } from '#domain/visit/admin.contract.ts';
import { dayMs, getWeek, toDay, toIso, type TimeSpan } from '#server/lib/clock.ts';
import { toHour } from '#projections/visitor-stats.ts';

const hourMs = 3_600_000;

export function listWeeks(now: number): AvailableWeek[] {
  return Array.from({ length: maxVisitorWeeks }, (_, offset) => {
    const { from, until } = getWeek(now, offset);
    return { offset, weekStart: toDay(from), weekEnd: toDay(until - dayMs) };
  });
}

/** The hours that overlap a span, as the statistics name them; `from` is the start of an hour. */
export function listHours({ from, until }: TimeSpan): string[] {
  return Array.from({ length: Math.ceil((until - from) / hourMs) }, (_, n) => toHour(toIso(from + n * hourMs)));
}

/** The start of the next hour, or `time` itself if it is the start of an hour. */
export function ceilToHour(time: number): number {
  return Math.ceil(time / hourMs) * hourMs;
}
