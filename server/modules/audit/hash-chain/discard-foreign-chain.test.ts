import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStoredChain } from './chain-blocks.ts';
import { discardForeignChain } from './discard-foreign-chain.ts';
import { createChainedLog } from '../testing/chained-log.ts';

let log: Awaited<ReturnType<typeof createChainedLog>>;
beforeEach(async () => {
  log = await createChainedLog();
  await log.fill(5);
  await log.keep();
});
afterEach(() => log.end());

it('The chain of the present log is kept', async () => {
  expect(await discardForeignChain(log.events, log.views)).toBe(false);
  expect(await createStoredChain(log.views).length()).toBe(5);
});

it('The chain of a log that was restored from an older backup is discarded', async () => {
  log.alter('DELETE FROM events WHERE position > 3');
  expect((await log.verify()).difference).toMatchObject({ kind: 'missing', position: 4 });
  expect(await discardForeignChain(log.events, log.views)).toBe(true);
  expect(await log.verify()).toMatchObject({ events: 3, difference: null });
});
