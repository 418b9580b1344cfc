import { padTwo } from './format.ts';

/** The day of a time in the viewer's zone, in the format of a date field: yyyy-MM-dd. */
export function formatDayInput(time: Date): string {
  return `${String(time.getFullYear()).padStart(4, '0')}-${padTwo(time.getMonth() + 1)}-${padTwo(time.getDate())}`;
}

/** The start of the day (yyyy-MM-dd) in the viewer's zone, ISO 8601. */
export function startOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toISOString();
}
