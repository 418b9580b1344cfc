import { afterEach, beforeEach, expect, it } from 'vitest';
import { parsePublicKeys } from '../hash-chain/check-seals.ts';
import { createChainedLog } from '../testing/chained-log.ts';
import { verifyChain } from './verify-chain.ts';

let log: Awaited<ReturnType<typeof createChainedLog>>;
beforeEach(async () => {
  log = await createChainedLog();
  await log.fill(5);
  await log.keep();
});
afterEach(() => log.end());

it('A log is valid where its first seal is of a program that knew no Merkle tree', async () => {
  await log.seal('2026-01-02', null);
  await log.fill(700);
  await log.keep();
  await log.seal('2026-01-03');
  const { difference, seals } = await log.verify();
  expect(difference).toBeNull();
  expect(seals.map(({ root, state }) => [root?.length, state])).toEqual([
    [undefined, 'good'],
    [64, 'good'],
  ]);
});

it('A seal is compared with the root of the Merkle tree, with and without the stored chain', async () => {
  await log.seal('2026-01-02');
  await log.seal('2026-01-03', 'ab'.repeat(32));
  const keys = parsePublicKeys([log.publicKey]);
  const withoutChain = await verifyChain({ encryptedEvents: log.events, chain: null, keys });
  for (const { difference, seals } of [await log.verify(), withoutChain]) {
    expect(difference).toMatchObject({ kind: 'seal', ordinal: 6 });
    expect(seals.map(({ state }) => state)).toEqual(['good', 'differs']);
  }
});
