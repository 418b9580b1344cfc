import type { VisitorDay, VisitorStats, WeekStats } from '#domain/visit/admin.contract.ts';
import { countMembershipsByDay } from '#projections/memberships.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { countVisitsByDay, countVisitsInHours } from '#projections/visitor-stats.ts';
import { countVisitsWithin } from '#projections/visitors.ts';
import { dayMs, getWeek, toDay, toIso } from '#server/lib/clock.ts';
import { ceilToHour, listHours } from './hourly-visits.ts';

type VisitCounts = { count: number; byState: Map<string, number> };

/** Of the last 24 hours and of the last 7 days up to `now`, in ms since 1970. */
export async function readRollingStats(views: ViewReader, now: number): Promise<VisitorStats> {
  const [daily, weekly] = await Promise.all([
    countSince(views, now - dayMs, now),
    countSince(views, now - 7 * dayMs, now),
  ]);
  return { dailyCount: daily.count, weeklyCount: weekly.count, visitorsByState: sortByCount(weekly.byState) };
}

export async function readWeekStats(views: ViewReader, now: number, offset: number): Promise<WeekStats> {
  const { count, byState } = await countVisitsInHours(views, listHours(getWeek(now, offset)));
  return { visitorCount: count, visitorsByState: sortByCount(byState) };
}

/** The last `dayCount` days in UTC, the oldest first, the last one up to `now`. */
export async function readDays(views: ViewReader, now: number, dayCount: number): Promise<VisitorDay[]> {
  const today = now - (now % dayMs);
  const days = Array.from({ length: dayCount }, (_, n) => today - (dayCount - 1 - n) * dayMs);
  const before = toDay(today - dayCount * dayMs);
  const [visits, registrations, memberships] = await Promise.all([
    countVisitsByDay(views, listHours({ from: days[0] ?? today, until: now + 1 })),
    countMembershipsByDay(views, 'registeredOn', before),
    countMembershipsByDay(views, 'activatedOn', before),
  ]);
  return days.map(toDay).map((day) => ({
    day,
    visits: visits.get(day) ?? 0,
    registrations: registrations.get(day) ?? 0,
    memberships: memberships.get(day) ?? 0,
  }));
}

/** Whole hours use the stored counts; only the first, which is partly too old, is counted visit by visit. */
async function countSince(views: ViewReader, from: number, now: number): Promise<VisitCounts> {
  const whole = ceilToHour(from);
  const [part, hours] = await Promise.all([
    countVisitsWithin(views, { from: toIso(from), until: toIso(whole) }),
    countVisitsInHours(views, listHours({ from: whole, until: now + 1 })),
  ]);
  for (const [state, visits] of part.byState) hours.byState.set(state, (hours.byState.get(state) ?? 0) + visits);
  return { count: part.count + hours.count, byState: hours.byState };
}

function sortByCount(byState: Map<string, number>): WeekStats['visitorsByState'] {
  return Array.from(byState, ([state, count]) => ({ state, count })).sort(
    (a, b) => b.count - a.count || a.state.localeCompare(b.state),
  );
}
