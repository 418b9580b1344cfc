import { describe, expect, it } from 'vitest';
import {
  formatCalendarDate,
  formatDate,
  formatLimit,
  formatMiles,
  formatPrice,
  formatTime,
  formatScoutingTime,
} from './format.ts';

const day = 24 * 60 * 60 * 1000;

describe('Formatted times', () => {
  const local = new Date(2025, 2, 9, 4, 5, 6).toISOString();

  it("Formatted times are shown as MM/dd/yyyy HH:mm:ss in the viewer's zone", () => {
    expect(formatTime(local)).toBe('03/09/2025 04:05:06');
    expect(formatTime(new Date(2025, 11, 31, 23, 59, 59).toISOString())).toBe('12/31/2025 23:59:59');
  });

  it('Formatted times are shown as a date alone if the hour does not matter', () => {
    expect(formatDate(local)).toBe('03/09/2025');
  });
});

it.each(['2026-10-14', '2026-10-14T00:00:00.000Z', '2026-10-14T23:59:59.999Z'])(
  'The calendar date %s is the same day in every time zone',
  (date) => {
    expect(formatCalendarDate(date)).toBe('10/14/2026');
  },
);

describe('Formatted prices', () => {
  it('Formatted prices of a listing become dollars if they are a bare number, else stay as typed', () => {
    expect(formatPrice('45000')).toBe('$45,000');
    expect(formatPrice('$45k obo')).toBe('$45k obo');
    expect(formatPrice('$45,000')).toBe('$45,000');
    expect(formatPrice('')).toBe('');
  });

  it('Formatted prices of a limit are short', () => {
    expect(formatLimit(150_000)).toBe('$150k');
    expect(formatLimit(237_500)).toBe('$237.5k');
    expect(formatLimit(1_000_000)).toBe('$1M');
  });
});

describe('Formatted distances', () => {
  it('Formatted distances have at most one decimal', () => {
    expect(formatMiles(12.44)).toBe('12.4 mi away');
    expect(formatMiles(3)).toBe('3 mi away');
    expect(formatMiles(0)).toBe('In your ZIP');
  });
});

describe('The days of scouting', () => {
  const since = '2025-03-01T12:00:00.000Z';
  const after = (time: number) => formatScoutingTime(since, Date.parse(since) + time);

  it('The days of scouting are whole days', () => {
    expect(after(3 * day - 1)).toBe('Scouting for 2 days');
    expect(after(3 * day)).toBe('Scouting for 3 days');
    expect(after(0)).toBe('Scouting for 0 days');
  });

  it('The days of scouting use the singular for one day', () => {
    expect(after(day)).toBe('Scouting for 1 day');
  });

  it('The days of scouting are never negative, however the clocks differ', () => {
    expect(after(-5 * day)).toBe('Scouting for 0 days');
  });
});
