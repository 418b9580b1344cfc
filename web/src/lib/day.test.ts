import { expect, it } from 'vitest';
import { formatDayInput, startOfDay } from './day.ts';

it.each(['2024-02-29', '2025-03-09', '2025-11-02', '2026-12-31'])('The day %s is the same for the viewer', (day) => {
  const start = new Date(startOfDay(day));
  expect(formatDayInput(start)).toBe(day);
  expect(formatDayInput(new Date(start.getTime() - 1))).not.toBe(day);
});
