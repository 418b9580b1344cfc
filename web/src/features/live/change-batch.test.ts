import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createChangeBatch } from './change-batch.ts';

const rounds: [view: string, ids: string[]][] = [];
let requestsPerRound: number;
let batch: ReturnType<typeof createChangeBatch>;
beforeEach(() => {
  vi.useFakeTimers();
  rounds.length = 0;
  requestsPerRound = 1;
  batch = createChangeBatch((view, ids) => {
    rounds.push([view, ids]);
    return requestsPerRound;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Changes of one user after another, 4 a second. */
function changeFor(seconds: number): void {
  for (let n = 0; n < seconds * 4; n += 1) {
    batch.add('users', [`user-${n}`]);
    vi.advanceTimersByTime(250);
  }
}

it('Changes that come together are shown by one round, each document once', () => {
  batch.add('users', ['ann']);
  batch.add('users', ['bob', 'ann']);
  batch.add('scout', []);
  vi.advanceTimersByTime(150);
  expect(rounds).toEqual([
    ['users', ['ann', 'bob']],
    ['scout', []],
  ]);
});

it('Four changes a second for 30 seconds take at most 15 requests', () => {
  changeFor(30);
  expect(rounds.length).toBeLessThanOrEqual(15);
});

it('Rounds of several requests are as much rarer as they are more expensive', () => {
  requestsPerRound = 5;
  changeFor(30);
  expect(rounds.length * requestsPerRound).toBeLessThanOrEqual(15);
});

it('Every change is shown in the end, and the next one after a pause at once again', () => {
  changeFor(10);
  vi.advanceTimersByTime(60_000);
  expect(rounds.flatMap(([, ids]) => ids)).toEqual(Array.from({ length: 40 }, (_, n) => `user-${n}`));
  const before = rounds.length;
  batch.add('users', ['ann']);
  vi.advanceTimersByTime(150);
  expect(rounds.length).toBe(before + 1);
});
