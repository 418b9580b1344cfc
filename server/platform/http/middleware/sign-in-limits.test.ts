import { expect, it } from 'vitest';
import { createRateLimits } from './rate-limits.ts';

const rate = { points: 3, seconds: 900 };
const unused = { points: 100, seconds: 900 };
const openLimits = () =>
  createRateLimits({
    login: rate,
    register: unused,
    forgot: unused,
    visit: unused,
    sell: unused,
    reveal: unused,
    api: unused,
    facts: unused,
    test: unused,
  });

type Verify = (begin: () => Promise<void>) => Promise<boolean>;
const fail: Verify = (begin) => begin().then(() => false);
const succeed: Verify = (begin) => begin().then(() => true);

it('A sign-in whose check ends with an error does not count as a failed one', async () => {
  const { login } = openLimits();
  const breakDown: Verify = (begin) => begin().then(() => Promise.reject(new Error('The store is away')));
  for (let n = 0; n < 20; n += 1) await expect(login('ann@example.com', '10.0.0.1', breakDown)).rejects.toThrow('away');
  expect(await login('ann@example.com', '10.0.0.1', fail)).toBe(false);
});

it('A success does not clear what an address has failed with other accounts', async () => {
  const { login } = openLimits();
  for (let n = 0; n < 14; n += 1) await login(`user-${n}@example.com`, '10.0.0.1', fail);
  expect(await login('own@example.com', '10.0.0.1', succeed)).toBe(true);
  await login('another@example.com', '10.0.0.1', fail);
  await expect(login('own@example.com', '10.0.0.1', succeed)).rejects.toThrow('Too many sign-in attempts');
});
