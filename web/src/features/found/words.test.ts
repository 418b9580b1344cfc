import { expect, it } from 'vitest';
import { placeText, reachText } from './words.ts';

it('says where a listing is as exactly as is known', () => {
  const nothing = { city: null, state: null, zipCode: null, basis: 'coordinates' as const };
  expect(placeText({ ...nothing, city: 'Detroit', state: 'MI', zipCode: '48204' })).toBe('Detroit, MI 48204');
  expect(placeText({ ...nothing, city: 'Detroit', state: 'MI' })).toBe('Detroit, MI');
  expect(placeText({ ...nothing, zipCode: '48204' })).toBe('48204');
  expect(placeText(nothing)).toBe('Known by its coordinates');
});

it('says how many were told', () => {
  expect(reachText({ sent: 0, waiting: 0 }, false)).toBe('No alert sent');
  expect(reachText({ sent: 1, waiting: 2 }, false)).toBe('1 alert sent, 2 wait for the daily mail');
  expect(reachText({ sent: 14_000, waiting: 1 }, false)).toBe('14,000 alerts sent, 1 waits for the daily mail');
});

it('has nobody wait for what was withdrawn', () => {
  expect(reachText({ sent: 0, waiting: 3 }, true)).toBe('No alert sent');
});
