import { toPosition } from '#domain/shared/decider.ts';
import type { ViewReader, ViewStore } from '#projections/store/port.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';
import {
  blockSize,
  chainView,
  createStoredChain,
  splitHashes,
  toTreeBlockId,
  toTreeLevelPrefix,
  type TreeBlock,
} from './chain-blocks.ts';
import { toViewGeneration } from '../projection/batch-subscriber.ts';
import { createTreeNodeReader, levelsPerBlock } from './tree-nodes.ts';

type TreeViews = ViewReader & Pick<ViewStore, 'apply'>;
type OpenBlock = { index: number; roots: Buffer[] };

/**
 * Stores the subtrees of the Merkle tree over the complete blocks of the stored chain, as far as they are not there yet:
 * a few after each new block, and all of them in an installation whose chain is older than its tree. It can be stopped
 * at any time.
 */
export async function extendTree(views: TreeViews, stopped: AbortSignal): Promise<void> {
  const length = await createStoredChain(views).length();
  for (let level = 1; ; level += 1) {
    const count = Math.floor(length / blockSize ** level);
    if (count === 0 || stopped.aborted) return;
    await extendLevel(views, { level, count, stopped });
  }
}

/** How many subtrees of a level are stored. */
export async function countSubtrees(views: Pick<ViewReader, 'list'>, level: number): Promise<number> {
  const { index, roots } = await findLastTreeBlock(views, level);
  return index * blockSize + roots.length;
}

async function extendLevel(
  views: TreeViews,
  { level, count, stopped }: { level: number; count: number; stopped: AbortSignal },
): Promise<void> {
  const readNode = createTreeNodeReader(createStoredChain(views));
  let block = await findLastTreeBlock(views, level);
  for (let next = block.index * blockSize + block.roots.length; next < count && !stopped.aborted; next += 1) {
    if (block.roots.length === blockSize) block = { index: block.index + 1, roots: [] };
    block.roots.push(await readNode(level * levelsPerBlock, next));
    if (block.roots.length === blockSize || next === count - 1) await saveBlock(views, level, block);
    await yieldToEventLoop();
  }
}

async function findLastTreeBlock(views: Pick<ViewReader, 'list'>, level: number): Promise<OpenBlock> {
  const prefix = toTreeLevelPrefix(level);
  const where = { id: { gt: prefix, lt: `${prefix}~` } };
  const query = { where, sort: [{ field: 'id', direction: 'desc' as const }], limit: 1 };
  const [last] = (await views.list<TreeBlock>(chainView.view, query)).docs;
  if (last === undefined) return { index: 0, roots: [] };
  return { index: Number(last.id.slice(prefix.length)), roots: splitHashes(Buffer.from(last.roots, 'base64')) };
}

async function saveBlock(views: TreeViews, level: number, { index, roots }: OpenBlock): Promise<void> {
  const doc: TreeBlock = { id: toTreeBlockId(level, index), roots: Buffer.concat(roots).toString('base64') };
  // Grows with each root, so that the larger block replaces the smaller one.
  const position = toPosition(roots.length);
  const changes = [{ id: doc.id, doc, position }];
  await views.apply([{ view: chainView.view, generation: toViewGeneration(chainView), changes, checkpoint: null }]);
}
