import { expect, it } from 'vitest';
import { retryUntilStopped } from './retry.ts';
import { createSignal } from './signal.ts';

it('A retry that pauses for long takes place soon after a sign that it may succeed', async () => {
  const stopped = new AbortController().signal;
  const { next: waitForSign, notify } = createSignal();
  let tries = 0;
  const work = () => ((tries += 1) < 12 ? Promise.reject(new Error('away')) : Promise.resolve('done'));
  // The pauses double: after 12 failures they are longer than a test may take.
  const answer = retryUntilStopped('work', work, { stopped, waitForSign, backoff: { minMs: 50, maxMs: 3_600_000 } });
  const signs = setInterval(notify, 5);
  expect(await answer).toBe('done');
  clearInterval(signs);
});

it('A retry without a sign takes place after its pause', async () => {
  const stopped = new AbortController().signal;
  const waitForSign = () => new Promise<never>(() => undefined);
  let tries = 0;
  const work = () => ((tries += 1) < 3 ? Promise.reject(new Error('away')) : Promise.resolve(tries));
  expect(await retryUntilStopped('work', work, { stopped, waitForSign, backoff: { minMs: 1, maxMs: 2 } })).toBe(3);
});
