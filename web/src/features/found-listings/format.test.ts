import { expect, it } from 'vitest';
import { formatListingPlace, formatReach } from './format.ts';

it('A found listing shows its place as precisely as it is known', () => {
  const nothing = { city: null, state: null, zipCode: null, basis: 'coordinates' as const };
  expect(formatListingPlace({ ...nothing, city: 'Detroit', state: 'MI', zipCode: '48204' })).toBe('Detroit, MI 48204');
  expect(formatListingPlace({ ...nothing, city: 'Detroit', state: 'MI' })).toBe('Detroit, MI');
  expect(formatListingPlace({ ...nothing, zipCode: '48204' })).toBe('48204');
  expect(formatListingPlace(nothing)).toBe('Coordinates only');
});

it('A found listing shows how many members were alerted', () => {
  expect(formatReach({ sent: 0, waiting: 0 }, false)).toBe('No alerts sent');
  expect(formatReach({ sent: 1, waiting: 2 }, false)).toBe('1 alert sent, 2 waiting for the daily digest');
  expect(formatReach({ sent: 14_000, waiting: 1 }, false)).toBe('14,000 alerts sent, 1 waiting for the daily digest');
});

it('A withdrawn listing has no waiting alerts', () => {
  expect(formatReach({ sent: 0, waiting: 3 }, true)).toBe('No alerts sent');
});
