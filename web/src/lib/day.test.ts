import { expect, it } from 'vitest';
import { formatDayInput } from './day.ts';

it('A day of a date field is that of the viewer', () => {
  expect(formatDayInput(new Date(2024, 1, 29, 23, 59))).toBe('2024-02-29');
});
