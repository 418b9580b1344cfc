import { expect, it } from 'vitest';
import { formatListingPlace, formatAlerts } from './format.ts';

it('A found listing shows its place as precisely as it is known', () => {
  const nothing = { city: null, state: null, zipCode: null, basis: 'coordinates' as const };
  expect(formatListingPlace({ ...nothing, city: 'Detroit', state: 'MI', zipCode: '48204' })).toBe('Detroit, MI 48204');
  expect(formatListingPlace({ ...nothing, city: 'Detroit', state: 'MI' })).toBe('Detroit, MI');
  expect(formatListingPlace({ ...nothing, zipCode: '48204' })).toBe('48204');
  expect(formatListingPlace(nothing)).toBe('Coordinates only');
});

it('A found listing shows how many members were alerted, and how many wait for the daily digest', () => {
  expect(formatAlerts({ sent: 0, waiting: 0 }, false)).toBe('0');
  expect(formatAlerts({ sent: 14_000, waiting: 2 }, false)).toBe('14,000, 2 waiting');
});

it('A withdrawn listing has no waiting alerts', () => {
  expect(formatAlerts({ sent: 0, waiting: 3 }, true)).toBe('0');
});
