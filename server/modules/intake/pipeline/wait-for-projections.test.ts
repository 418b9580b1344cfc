import { expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { waitForProjectionsAtHead } from './wait-for-projections.ts';

const waiting = (head: () => Promise<typeof startPosition>, waitForProjections: () => Promise<void>) =>
  waitForProjectionsAtHead({ events: { head }, waitForProjections });

it('The intake waits for the views', async () => {
  let isShown = false;
  const caughtUp = () => Promise.resolve().then(() => void (isShown = true));
  await waiting(() => Promise.resolve(startPosition), caughtUp);
  expect(isShown).toBe(true);
});

it('The intake does not wait while the log cannot be read', async () => {
  const never = () => new Promise<void>(() => undefined);
  await expect(waiting(() => Promise.reject(new Error('away')), never)).resolves.toBeUndefined();
});
