import { type Position, startPosition, toPosition } from '#domain/shared/decider.ts';
import { genesisHash } from '../hash-chain/chain.ts';
import { blockSize, readHash, type StoredChain, type UnpackedBlock } from '../hash-chain/chain-blocks.ts';
import type { BlockRange, CheckedBlock } from './check-blocks.ts';

/** A block of the stored chain that is as the log has it. */
export type SoundBlock = UnpackedBlock & CheckedBlock;
type PlannedCheck = { index: number; range: BlockRange; blocks: UnpackedBlock[]; checked: Promise<CheckedBlock[]> };
type VerifiedPrefix = { events: number; upTo: Position; hash: Buffer };

export type BlockCheckOptions = {
  chain: StoredChain;
  /** Compares blocks with the log, in another thread. */
  check: (range: BlockRange) => Promise<CheckedBlock[]>;
  hasTree: boolean;
  /** The number of each event that has to be looked at one by one. */
  stops: readonly number[];
};

const blocksPerCheck = 4;
/** Enough for every thread to have work while the results are taken. */
const checksAhead = 8;

export type BlockChecks = ReturnType<typeof createBlockChecks>;

/** Checks complete blocks of the stored chain in threads, ahead of who takes the results. */
export function createBlockChecks({ chain, check, hasTree, stops }: BlockCheckOptions) {
  const skipped = new Set(stops.map((ordinal) => Math.floor((ordinal - 1) / blockSize)));
  let planned: PlannedCheck[] = [];
  let isOver = false;

  const load = async (index: number): Promise<UnpackedBlock[]> => {
    const blocks: UnpackedBlock[] = [];
    while (blocks.length < blocksPerCheck && !skipped.has(index + blocks.length)) {
      const block = await chain.block(index + blocks.length);
      if (block?.positions.length !== blockSize) break;
      blocks.push(block);
    }
    return blocks;
  };
  const plan = async (index: number): Promise<boolean> => {
    const blocks = await load(index);
    if (blocks.length === 0) return false;
    const previous = index === 0 ? null : await chain.block(index - 1);
    const after = toPosition(previous?.positions.at(-1) ?? startPosition);
    const before = previous ? readHash(previous, blockSize - 1) : genesisHash;
    const range = { after, before, blocks, hasTree };
    planned.push({ index, range, blocks, checked: check(range) });
    return true;
  };
  const planAhead = async (from: number) => {
    const last = planned.at(-1);
    let index = last ? last.index + last.blocks.length : from;
    while (planned.length < checksAhead) {
      while (skipped.has(index)) index += 1;
      if (!(await plan(index))) return;
      index += planned.at(-1)?.blocks.length ?? 0;
    }
  };

  return {
    /** The next blocks, as far as they are sound; none where events have to be looked at one by one. */
    take: async ({ events, upTo, hash }: VerifiedPrefix): Promise<SoundBlock[]> => {
      if (isOver || events % blockSize !== 0) return [];
      const index = events / blockSize;
      await planAhead(index);
      const [first, ...others] = planned;
      if (first?.index !== index) return [];
      planned = others;
      const isLinked = first.range.after === upTo && hash.equals(first.range.before);
      const checked = isLinked ? await first.checked : [];
      // The reason is found one event after the other, from there to the end.
      if (checked.length < first.blocks.length) isOver = true;
      return first.blocks.slice(0, checked.length).flatMap((block, nth) => {
        const found = checked[nth];
        return found ? [{ ...block, ...found }] : [];
      });
    },
    /** How many events to read after these, so that checks of blocks can go on; null where they are over. */
    countToBlockEnd: (events: number): number | null => (isOver ? null : blockSize - (events % blockSize)),
  };
}
