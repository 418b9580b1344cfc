import { hashLeaf, hashNode } from '#server/lib/merkle-tree/hashes.ts';
import type { ReadNode } from '#server/lib/merkle-tree/proofs.ts';
import { createLruCache } from '#server/platform/encryption/lru-cache.ts';
import { blockSize, splitHashes, type StoredChain } from './chain-blocks.ts';

/** Levels of the tree in a block. */
export const levelsPerBlock = Math.log2(blockSize);
/** Each takes 32 kB. */
const maxCachedBlocks = 64;

/**
 * Reads the Merkle tree over the stored chain. A block is read once while it is cached, as it was then. Subtrees that are
 * not stored yet are computed from the blocks below, one read for each 512 events.
 */
export function createTreeNodeReader(chain: Pick<StoredChain, 'block' | 'treeBlock'>): ReadNode {
  const cache = createLruCache<Buffer[][]>(maxCachedBlocks);

  const readLeaves = async (index: number): Promise<Buffer[]> => {
    const block = await chain.block(index);
    return block === null ? [] : splitHashes(block.hashes).map(hashLeaf);
  };
  const readLayers = async (depth: number, index: number): Promise<Buffer[][]> => {
    const id = `${depth}/${index}`;
    const cached = cache.get(id);
    if (cached !== undefined) return cached;
    const layers = joinPairs(depth === 0 ? await readLeaves(index) : await chain.treeBlock(depth, index));
    cache.set(id, layers);
    return layers;
  };
  const readNode: ReadNode = async (level, index) => {
    const depth = Math.floor(level / levelsPerBlock);
    const layer = level % levelsPerBlock;
    const nodesPerBlock = blockSize / 2 ** layer;
    const layers = await readLayers(depth, Math.floor(index / nodesPerBlock));
    const node = layers[layer]?.[index % nodesPerBlock];
    if (node !== undefined) return node;
    if (depth === 0) throw new RangeError('The stored chain does not cover these events');
    return hashNode(await readNode(level - 1, index * 2), await readNode(level - 1, index * 2 + 1));
  };
  return readNode;
}

/** The complete subtrees of a block: over one hash each, over two, over four ... */
function joinPairs(hashes: Buffer[]): Buffer[][] {
  const layers = [hashes];
  for (let below = hashes; below.length > 1; ) {
    const pairs = Array.from({ length: Math.floor(below.length / 2) }, (_, nth) => below.slice(nth * 2, nth * 2 + 2));
    below = pairs.flatMap(([left, right]) => (left && right ? [hashNode(left, right)] : []));
    layers.push(below);
  }
  return layers;
}
