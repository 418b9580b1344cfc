import type { VisitorStats, WeekStats } from '#domain/visit/admin.contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { countedInHours } from '#projections/visitor-stats.ts';
import { countedWithin } from '#projections/visitors.ts';
import { hoursOf, iso, nextHour, weekOf } from './hours.ts';

const day = 86_400_000;
type Counted = { count: number; byState: Map<string, number> };

/** Of the last 24 hours and of the last 7 days up to `now`, in ms since 1970. */
export async function rollingStats(views: ViewReader, now: number): Promise<VisitorStats> {
  const [daily, weekly] = await Promise.all([since(views, now - day, now), since(views, now - 7 * day, now)]);
  return { dailyCount: daily.count, weeklyCount: weekly.count, visitorsByState: listed(weekly.byState) };
}

export async function statsOfWeek(views: ViewReader, now: number, offset: number): Promise<WeekStats> {
  const { count, byState } = await countedInHours(views, hoursOf(weekOf(now, offset)));
  return { visitorCount: count, visitorsByState: listed(byState) };
}

/** Whole hours as they were counted before; only the first, of which a part is too old, visit by visit. */
async function since(views: ViewReader, from: number, now: number): Promise<Counted> {
  const whole = nextHour(from);
  const [part, hours] = await Promise.all([
    countedWithin(views, { from: iso(from), until: iso(whole) }),
    countedInHours(views, hoursOf({ from: whole, until: now + 1 })),
  ]);
  for (const [state, visits] of part.byState) hours.byState.set(state, (hours.byState.get(state) ?? 0) + visits);
  return { count: part.count + hours.count, byState: hours.byState };
}

function listed(byState: Map<string, number>): WeekStats['visitorsByState'] {
  return Array.from(byState, ([state, count]) => ({ state, count })).sort(
    (a, b) => b.count - a.count || a.state.localeCompare(b.state),
  );
}
