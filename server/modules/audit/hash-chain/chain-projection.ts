import { type Position, startPosition, toPosition } from '#domain/shared/decider.ts';
import type { DocChange, ViewReader } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { genesisHash, hashEvent } from './chain.ts';
import { blockSize, type ChainBlock, chainView, readHash, packBlock, unpackBlock } from './chain-blocks.ts';
import type { BatchProjection } from '../projection/batch-subscriber.ts';

type OpenBlock = { index: number; hashes: Buffer[]; positions: number[]; isChanged: boolean };
/** The end of the chain: `ordinal` events, the last at `position`, and the hash after it. */
export type ChainEnd = { ordinal: number; position: Position; hash: Buffer };

/** Hashes the stored log event by event into blocks. `end` is the last event that was hashed. */
export function createChainProjection(
  views: Pick<ViewReader, 'list' | 'get'>,
): BatchProjection & { end: () => ChainEnd | null } {
  let blocks: OpenBlock[] = [];
  let before: Buffer = genesisHash;

  const open = (): OpenBlock => {
    const last = blocks.at(-1);
    if (last && last.hashes.length < blockSize) return last;
    const next = { index: last ? last.index + 1 : 0, hashes: [], positions: [], isChanged: false };
    blocks.push(next);
    return next;
  };
  const addOne = (event: StoredEvent) => {
    if (event.position <= (blocks.at(-1)?.positions.at(-1) ?? startPosition)) return;
    const hash = hashEvent(before, event);
    const block = open();
    before = hash;
    block.hashes.push(before);
    block.positions.push(event.position);
    block.isChanged = true;
  };

  return {
    begin: async (after) => {
      const block = await findBlockUntil(views, after);
      blocks = block ? [block] : [];
      before = block?.hashes.at(-1) ?? genesisHash;
    },
    add: (events) => events.forEach(addOne),
    changes: () => {
      const changed = blocks.filter(({ isChanged }) => isChanged);
      for (const block of changed) block.isChanged = false;
      blocks = blocks.slice(-1);
      return changed.map(toChange);
    },
    end: () => {
      const last = blocks.at(-1);
      const position = last?.positions.at(-1);
      if (!last || position === undefined) return null;
      const ordinal = last.index * blockSize + last.positions.length;
      return { ordinal, position: toPosition(position), hash: before };
    },
  };
}

function toChange(block: OpenBlock): DocChange {
  const doc = packBlock(block.index, block);
  return { id: doc.id, doc, position: toPosition(doc.last) };
}

/** The block with the event at `after`, truncated behind it: later hashes may not have been written in full. */
async function findBlockUntil(views: Pick<ViewReader, 'list'>, after: Position): Promise<OpenBlock | null> {
  const query = {
    where: { first: { lt: after + 1 } },
    sort: [{ field: 'first', direction: 'desc' as const }],
    limit: 1,
  };
  const [block] = (await views.list<ChainBlock>(chainView.view, query)).docs;
  if (!block) return null;
  const positions = block.positions.filter((position) => position <= after);
  const hashBytes = unpackBlock(block);
  const hashes = positions.map((_, index) => readHash(hashBytes, index));
  return { index: Number(block.id), hashes, positions, isChanged: false };
}
