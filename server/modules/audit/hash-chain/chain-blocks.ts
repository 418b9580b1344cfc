import { start } from '#domain/shared/decider.ts';
import type { ViewDeclaration, ViewReader } from '#projections/store/port.ts';
import { hashSize } from './chain.ts';

/** Events of one block but the last, which is still open. */
export const blockSize = 512;

/**
 * The hashes of up to 512 events, one after the other in base64. The first of block n is event 512 n + 1 of the log;
 * `positions` are where these events stand in this store.
 */
export type ChainBlock = { id: string; first: number; last: number; positions: number[]; hashes: string };

/** Stands before all blocks: how many events the log had when the process that alone wrote it ended in order. */
export type Closed = { id: string; ordinal: number };
export const closedId = '!closed';

export const chainView: ViewDeclaration = { view: 'history-chain', version: 1, indexes: [['first']] };

/** The chain as it was kept beside the log: hash and position of the event with an ordinal, from 1. */
export type KeptChain = {
  /** How many events it covers. */
  length: () => Promise<number>;
  /** How many events the log had when it was left in order; null while a server is at work, or was killed. */
  closedAt: () => Promise<number | null>;
  /** Null past its end. */
  block: (index: number) => Promise<Unpacked | null>;
};
export type Unpacked = { hashes: Buffer; positions: number[] };

export function chainIn(views: Pick<ViewReader, 'get' | 'list'>): KeptChain {
  return {
    length: async () => {
      const last = await lastBlock(views);
      return last === null ? 0 : Number(last.id) * blockSize + last.positions.length;
    },
    closedAt: async () => (await views.get<Closed>(chainView.view, closedId))?.ordinal ?? null,
    block: async (index) => {
      const block = await views.get<ChainBlock>(chainView.view, blockId(index));
      return block === null ? null : unpacked(block);
    },
  };
}

export async function lastBlock(views: Pick<ViewReader, 'list'>): Promise<ChainBlock | null> {
  const query = { sort: [{ field: 'id', direction: 'desc' as const }], limit: 1 };
  const { docs } = await views.list<ChainBlock>(chainView.view, query);
  return docs.find(({ id }) => id !== closedId) ?? null;
}

export function unpacked({ hashes, positions }: ChainBlock): Unpacked {
  return { hashes: Buffer.from(hashes, 'base64'), positions };
}

export function hashAt({ hashes }: Unpacked, index: number): Buffer {
  return hashes.subarray(index * hashSize, (index + 1) * hashSize);
}

/** A block as it is kept; `first` of one without events is `start`. */
export function packed(index: number, { hashes, positions }: { hashes: Buffer[]; positions: number[] }): ChainBlock {
  return {
    id: blockId(index),
    first: positions[0] ?? start,
    last: positions.at(-1) ?? start,
    positions,
    hashes: Buffer.concat(hashes).toString('base64'),
  };
}

function blockId(index: number): string {
  return String(index).padStart(10, '0');
}
