import { expect, it } from 'vitest';
import { getWeek } from '#server/lib/clock.ts';
import { listWeeks, listHours, ceilToHour } from './hourly-visits.ts';

const at = (time: string) => Date.parse(time);

it.each([
  ['2026-03-04T12:00:00.000Z', '2026-03-02', '2026-03-08'],
  ['2026-03-02T00:00:00.000Z', '2026-03-02', '2026-03-08'],
  ['2026-03-08T23:59:59.999Z', '2026-03-02', '2026-03-08'],
  ['2026-01-01T00:00:00.000Z', '2025-12-29', '2026-01-04'],
])('The week of %s runs from Monday %s to Sunday %s', (now, weekStart, weekEnd) => {
  expect(listWeeks(at(now))[0]).toEqual({ offset: 0, weekStart, weekEnd });
});

it('There are 12 weeks to choose from, the current one first', () => {
  const weeks = listWeeks(at('2026-03-04T12:00:00.000Z'));
  expect(weeks.map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(weeks[11]).toEqual({ offset: 11, weekStart: '2025-12-15', weekEnd: '2025-12-21' });
});

it('A week has 168 hours', () => {
  const hours = listHours(getWeek(at('2026-03-04T12:00:00.000Z'), 1));
  expect([hours.length, hours[0], hours.at(-1)]).toEqual([168, '2026-02-23T00', '2026-03-01T23']);
});

it('The next hour of a full hour is that hour', () => {
  expect(ceilToHour(at('2026-03-04T12:00:00.000Z'))).toBe(at('2026-03-04T12:00:00.000Z'));
  expect(ceilToHour(at('2026-03-04T12:00:00.001Z'))).toBe(at('2026-03-04T13:00:00.000Z'));
});
