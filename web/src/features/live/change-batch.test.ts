import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createChangeBatch } from './change-batch.ts';

const rounds: [view: string, ids: string[]][] = [];
let requestsPerRound: number;
let failure: Error | null;
let batch: ReturnType<typeof createChangeBatch>;
beforeEach(() => {
  vi.useFakeTimers();
  rounds.length = 0;
  requestsPerRound = 1;
  failure = null;
  batch = createChangeBatch((view, ids) => {
    rounds.push([view, ids]);
    return { requestCount: requestsPerRound, done: failure ? Promise.reject(failure) : Promise.resolve() };
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

it('Changes that come together are shown by one round for each view, each document once', () => {
  batch.add('users', ['ann']);
  batch.add('users', ['bob', 'ann']);
  batch.add('scout', []);
  vi.advanceTimersByTime(150);
  expect(rounds).toEqual([['users', ['ann', 'bob']]]);
  vi.advanceTimersByTime(3000);
  expect(rounds.slice(1)).toEqual([['scout', []]]);
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

it('Changes that could not be read are read again after 30 s, together with those since', async () => {
  failure = new Error('503: Try again in a moment');
  batch.add('users', ['ann']);
  await vi.advanceTimersByTimeAsync(150);
  failure = null;
  batch.add('users', ['bob']);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(rounds).toEqual([['users', ['ann']]]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(rounds.slice(1).map(([, ids]) => ids.toSorted())).toEqual([['ann', 'bob']]);
});
