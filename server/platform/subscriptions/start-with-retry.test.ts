import { pino } from 'pino';
import { expect, it } from 'vitest';
import { StoreDamaged, StoreUnavailable } from '#projections/store/port.ts';
import { startLeaderWork, startWithRetry } from './start-with-retry.ts';

const log = pino({ level: 'silent' });

/** Fails with each of these errors, and then succeeds. */
function failWith(...errors: Error[]) {
  let tries = 0;
  const begin = () => {
    const error = errors[tries];
    tries += 1;
    return error === undefined ? Promise.resolve(tries) : Promise.reject(error);
  };
  return { what: 'the work', log, begin };
}
const unknownError = new Error('Interrupted');
const damage = new StoreDamaged('The log is another one.');

it('Work starts again after an unknown error, and not where the data are damaged', async () => {
  expect(await startWithRetry(failWith(new StoreUnavailable('gone'), unknownError)).started).toBe(3);
  await expect(startWithRetry(failWith(damage)).started).rejects.toBe(damage);
});

it('The work of a leader ends with an unknown error, and starts again while a store is unavailable', async () => {
  expect(await startLeaderWork(failWith(new StoreUnavailable('gone'))).started).toBe(2);
  await expect(startLeaderWork(failWith(unknownError)).started).rejects.toBe(unknownError);
});
