import { afterEach, expect, it } from 'vitest';
import { type DelayedQueue, createDelayedQueue } from './delayed-queue.ts';

let now = 0;
let queue: DelayedQueue | null = null;
const open = () => (queue = createDelayedQueue({ concurrency: 2, clock: () => new Date(now) }));
afterEach(() => queue?.stop());

it('A delayed queue runs what is due, and what becomes due when the clock is set', async () => {
  now = 1_000_000;
  const done: string[] = [];
  const { schedule: put } = open();
  const work = (name: string) => () => Promise.resolve(void done.push(name));
  put(now + 3_600_000, work('in an hour'));
  put(now + 7_200_000, work('in two'));
  put(now, work('now'));
  await expect.poll(() => done).toEqual(['now']);
  now += 3_600_000;
  await expect.poll(() => done, { timeout: 5000 }).toEqual(['now', 'in an hour']);
  now += 3_600_000;
  await expect.poll(() => done, { timeout: 5000 }).toEqual(['now', 'in an hour', 'in two']);
});

it('A stopped delayed queue runs nothing more', async () => {
  const done: string[] = [];
  const { schedule: put, stop } = open();
  put(now + 20, () => Promise.resolve(void done.push('late')));
  await stop();
  put(now, () => Promise.resolve(void done.push('never')));
  now += 1000;
  await stop();
  expect(done).toEqual([]);
});
