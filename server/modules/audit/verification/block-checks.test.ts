import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { type ChainBlock, chainView, createStoredChain } from '../hash-chain/chain-blocks.ts';
import { parsePublicKeys } from '../hash-chain/check-seals.ts';
import { createChainedLog } from '../testing/chained-log.ts';
import { type BlockRange, checkBlocks } from './check-blocks.ts';
import { verifyChain } from './verify-chain.ts';

let log: Awaited<ReturnType<typeof createChainedLog>>;
let checked: [first: number, count: number][];
let readInTurn: number;

/** Seven complete blocks, the third with a seal, and 16 events. */
beforeEach(async () => {
  [checked, readInTurn] = [[], 0];
  log = await createChainedLog();
  await log.fill(1_100);
  await log.keep();
  await log.seal('2026-01-02');
  await log.fill(2_499);
  await log.keep();
});
afterEach(() => log.end());

const verifyInBlocks = () => {
  const encryptedEvents: EventStore = {
    ...log.events,
    readAll: async (after, limit) => {
      const events = await log.events.readAll(after, limit);
      readInTurn += events.length;
      return events;
    },
  };
  const check = (range: BlockRange) => {
    checked.push([range.after / 512, range.blocks.length]);
    return checkBlocks(log.events, range);
  };
  const evidence = { chain: createStoredChain(log.views), keys: parsePublicKeys([log.publicKey]) };
  return verifyChain({ ...evidence, encryptedEvents, checkBlocks: check });
};

it('Complete blocks without a seal are checked apart, and only the other events one after the other', async () => {
  const { events, difference, seals } = await verifyInBlocks();
  expect({ events, difference }).toEqual({ events: 3_600, difference: null });
  expect(seals.map(({ state }) => state)).toEqual(['good']);
  expect(checked).toEqual([
    [0, 2],
    [3, 4],
  ]);
  // The first event is looked at once more, to find one before it.
  expect(readInTurn).toBe(1 + 512 + 16);
});

it('The first block that differs is looked at one event after the other, and so are all after it', async () => {
  log.alter(`UPDATE events SET type = 'Forged' WHERE position = 2100`);
  expect((await verifyInBlocks()).difference).toMatchObject({ kind: 'changed', position: 2_100 });
  expect((await log.verify()).difference).toMatchObject({ kind: 'changed', position: 2_100 });
});

it('A block is not checked apart where the stored chain before it differs from the log', async () => {
  for (const [id, from] of [
    ['0000000001', 9],
    ['0000000002', 0],
  ] as const) {
    const block = await log.views.get<ChainBlock>(chainView.view, id);
    const hashes = Buffer.from(block?.hashes ?? '', 'base64').fill(1, 32 * from);
    const changes = [{ id, doc: { ...block, id, hashes: hashes.toString('base64') }, position: 99_999 as never }];
    await log.views.apply([{ view: chainView.view, generation: 'kept-1', changes, checkpoint: null }]);
  }
  expect(await log.verify()).toMatchObject({ difference: { kind: 'chain', position: 522 }, events: 3_600 });
});
