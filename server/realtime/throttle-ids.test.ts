import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttleIds } from './throttle-ids.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('A throttle reports the first id at once, and those that follow together', () => {
  const told: string[][] = [];
  const tell = throttleIds({ pauseMs: 1000, maxIds: 3 }, (ids) => told.push(ids));
  tell(['a']);
  tell(['b']);
  tell(['c', 'd', 'e']);
  expect(told).toEqual([['a']]);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([['a'], ['c', 'd', 'e']]);
  vi.advanceTimersByTime(5000);
  tell([]);
  tell(['f']);
  expect(told.slice(2)).toEqual([['f']]);
});
