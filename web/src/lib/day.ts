import { padTwo } from './format.ts';

/** The day of a time in the viewer's zone, in the format of a date field: yyyy-MM-dd. */
export function formatDayInput(time: Date): string {
  return `${String(time.getFullYear()).padStart(4, '0')}-${padTwo(time.getMonth() + 1)}-${padTwo(time.getDate())}`;
}
