import type { Position } from '#domain/shared/decider.ts';
import { createRootBuilder } from '#server/lib/merkle-tree/root-builder.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { hashEvent } from '../hash-chain/chain.ts';
import { blockSize, readHash } from '../hash-chain/chain-blocks.ts';
import { isSeal } from '../hash-chain/check-seals.ts';

/** A complete block of the stored chain. */
type CompleteBlock = { hashes: Uint8Array; positions: number[] };
/** Consecutive blocks; the event before them is at `after`, with the hash `before`. */
export type BlockRange = { after: Position; before: Uint8Array; blocks: CompleteBlock[]; hasTree: boolean };
/** For each block up to the first that differs: the root over its hashes, null without `hasTree`, and the seals in it. */
export type CheckedBlock = { root: Uint8Array | null; seals: Position[] };

/** Compares the events of the log with blocks of the stored chain. Throws what the store throws. */
export async function checkBlocks(
  { readAll }: Pick<EventStore, 'readAll'>,
  { after, before, blocks, hasTree }: BlockRange,
): Promise<CheckedBlock[]> {
  const events = await readAll(after, blocks.length * blockSize);
  const checked: CheckedBlock[] = [];
  let hash = before;
  for (const [index, block] of blocks.entries()) {
    const ofBlock = events.slice(index * blockSize, (index + 1) * blockSize);
    if (ofBlock.length < blockSize || !isAsStored(ofBlock, block, hash)) break;
    hash = readHash(block, blockSize - 1);
    const seals = ofBlock.filter(isSeal).map(({ position }) => position);
    checked.push({ root: hasTree ? computeBlockRoot(block) : null, seals });
  }
  return checked;
}

function isAsStored(events: readonly StoredEvent[], block: CompleteBlock, before: Uint8Array): boolean {
  return events.every((event, index) => {
    const previous = index === 0 ? before : readHash(block, index - 1);
    return event.position === block.positions[index] && hashEvent(previous, event).equals(readHash(block, index));
  });
}

function computeBlockRoot(block: CompleteBlock): Buffer | null {
  const tree = createRootBuilder();
  for (let index = 0; index < blockSize; index += 1) tree.add(readHash(block, index));
  return tree.root();
}
