import type { AvailableWeek } from '#domain/visit/admin.contract.ts';

const dayMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** 'Current Week', or 'Nov 9 – Nov 15, 2026'. */
export function weekName({ offset, weekStart, weekEnd }: AvailableWeek): string {
  if (offset === 0) return 'Current Week';
  return `${dayMonth.format(new Date(weekStart))} – ${whole.format(new Date(weekEnd))}`;
}
