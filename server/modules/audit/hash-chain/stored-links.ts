import { type Position, toPosition } from '#domain/shared/decider.ts';
import { blockSize, readHash, type StoredChain, type UnpackedBlock } from './chain-blocks.ts';

/** One event in the stored chain: the hash after it, and its position. */
export type ChainLink = { hash: Buffer; position: Position };

export type LinkReader = ReturnType<typeof createLinkReader>;

/** The stored chain link by link, for sequential reading. Only nulls where there is none. */
export function createLinkReader(chain: StoredChain | null) {
  let index = -1;
  let block: UnpackedBlock | null = null;

  const linkIn = (ordinal: number): ChainLink | null => {
    const nth = (ordinal - 1) % blockSize;
    const position = block?.positions[nth];
    return block && position !== undefined ? { hash: readHash(block, nth), position: toPosition(position) } : null;
  };
  const load = async (blockIndex: number): Promise<void> => {
    block = (await chain?.block(blockIndex)) ?? null;
    index = blockIndex;
  };
  const at = async (ordinal: number): Promise<ChainLink | null> => {
    const blockIndex = Math.floor((ordinal - 1) / blockSize);
    if (blockIndex !== index) await load(blockIndex);
    return linkIn(ordinal);
  };

  return {
    at,
    /** Synchronous where the block is loaded; undefined where it has to be read. */
    readCached: (ordinal: number): ChainLink | null | undefined =>
      Math.floor((ordinal - 1) / blockSize) === index ? linkIn(ordinal) : undefined,
    /** As many as there are, at most `most`. */
    readMany: async (ordinal: number, maxCount: number): Promise<ChainLink[]> => {
      const links: ChainLink[] = [];
      for (let next = ordinal; next < ordinal + maxCount; next += 1) {
        const link = await at(next);
        if (link === null) break;
        links.push(link);
      }
      return links;
    },
  };
}
