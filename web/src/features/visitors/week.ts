import type { AvailableWeek } from '#domain/visit/admin.contract.ts';

const dayMonthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const fullDateFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** 'Nov 9' of a day in UTC, yyyy-MM-dd. */
export function formatDay(day: string): string {
  return dayMonthFormat.format(new Date(day));
}

/** 'Current Week', or 'Nov 9 – Nov 15, 2026'. */
export function formatWeek({ offset, weekStart, weekEnd }: AvailableWeek): string {
  if (offset === 0) return 'Current Week';
  return `${formatDay(weekStart)} – ${fullDateFormat.format(new Date(weekEnd))}`;
}
