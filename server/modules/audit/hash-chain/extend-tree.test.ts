import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toPosition } from '#domain/shared/decider.ts';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { computeRoot } from '#server/lib/merkle-tree/proofs.ts';
import { createRootBuilder } from '#server/lib/merkle-tree/root-builder.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { ensureView, toViewGeneration } from '../projection/batch-subscriber.ts';
import { blockSize, chainView, createStoredChain, packBlock, type StoredChain } from './chain-blocks.ts';
import { countSubtrees, extendTree } from './extend-tree.ts';
import { createTreeNodeReader } from './tree-nodes.ts';

let views: LeasedViewStore;
beforeEach(async () => {
  views = openSqliteViewStore(`${createTestFolder()}/history.sqlite`);
  await ensureView(views, chainView);
});
afterEach(() => views.close());

const hashes = Array.from({ length: 3 * blockSize + 100 }, (_, n) => hash('sha256', `event ${n + 1}`, 'buffer'));

/** Stores the chain of the first hashes. */
async function storeChain(length: number): Promise<void> {
  for (let index = 0; index * blockSize < length; index += 1) {
    const part = hashes.slice(index * blockSize, Math.min(length, (index + 1) * blockSize));
    const positions = part.map((_, nth) => index * blockSize + nth + 1);
    const doc = packBlock(index, { hashes: part, positions });
    const changes = [{ id: doc.id, doc, position: toPosition(length) }];
    await views.apply([{ view: chainView.view, generation: toViewGeneration(chainView), changes, checkpoint: null }]);
  }
}

function computeExpectedRoot(size: number): Buffer | null {
  const builder = createRootBuilder();
  for (const one of hashes.slice(0, size)) builder.add(one);
  return builder.root();
}

const running = new AbortController().signal;
const rootOf = (chain: StoredChain, size: number) => computeRoot(createTreeNodeReader(chain), { start: 0, end: size });

it('The tree is stored for each complete block of the chain, once', async () => {
  await storeChain(blockSize - 1);
  await extendTree(views, running);
  expect(await countSubtrees(views, 1)).toBe(0);
  await storeChain(2 * blockSize + 5);
  await extendTree(views, running);
  await extendTree(views, running);
  expect(await countSubtrees(views, 1)).toBe(2);
  await storeChain(3 * blockSize);
  await extendTree(views, running);
  expect(await countSubtrees(views, 1)).toBe(3);
  const chain = createStoredChain(views);
  expect([await chain.length(), await chain.end()]).toEqual([1_536, { ordinal: 1_536, position: 1_536 }]);
});

it('An extension of the tree that was stopped continues at the next one', async () => {
  await storeChain(3 * blockSize);
  await extendTree(views, AbortSignal.abort());
  expect(await countSubtrees(views, 1)).toBe(0);
  await extendTree(views, running);
  expect(await countSubtrees(views, 1)).toBe(3);
});

it.each([1, 511, 512, 513, 1_024, 1_100, 1_636])(
  'The root of the first %i events is the same from the stored tree and from the chain alone',
  async (size) => {
    await storeChain(hashes.length);
    const chain = createStoredChain(views);
    const fromChain = await rootOf(chain, size);
    await extendTree(views, running);
    expect([fromChain, await rootOf(chain, size)]).toEqual([computeExpectedRoot(size), computeExpectedRoot(size)]);
  },
);

it('A root over stored subtrees reads few blocks', async () => {
  await storeChain(hashes.length);
  await extendTree(views, running);
  const chain = createStoredChain(views);
  const read: string[] = [];
  const counted: StoredChain = {
    ...chain,
    block: (index) => {
      read.push(`chain ${index}`);
      return chain.block(index);
    },
    treeBlock: (level, index) => {
      read.push(`level ${level}, ${index}`);
      return chain.treeBlock(level, index);
    },
  };
  await rootOf(counted, hashes.length);
  expect(read).toEqual(['level 1, 0', 'chain 3']);
});
