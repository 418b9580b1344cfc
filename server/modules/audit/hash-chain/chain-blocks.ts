import { startPosition } from '#domain/shared/decider.ts';
import type { ViewDeclaration, ViewReader } from '#projections/store/port.ts';
import { hashBytes } from './chain.ts';

/** Events of one block but the last, which is still open. */
export const blockSize = 512;

/**
 * The hashes of up to 512 events, one after the other in base64. The first of block n is event 512 n + 1 of the log;
 * `positions` are those of the events in this store.
 */
export type ChainBlock = { id: string; first: number; last: number; positions: number[]; hashes: string };

/** Sorts before all blocks: the number of events in the log when its only writer shut down cleanly. */
export type ShutdownMarkerDoc = { id: string; ordinal: number };
export const shutdownMarkerId = '!closed';

export const chainView: ViewDeclaration = { view: 'history-chain', version: 1, indexes: [['first']] };

/** The chain as stored beside the log: hash and position of the event with an ordinal, from 1. */
export type StoredChain = {
  /** How many events it covers. */
  length: () => Promise<number>;
  /** The number of events at the last clean shutdown; null while a server is running, or after it was killed. */
  closedAt: () => Promise<number | null>;
  /** Null past its end. */
  block: (index: number) => Promise<UnpackedBlock | null>;
};
export type UnpackedBlock = { hashes: Buffer; positions: number[] };

export function createStoredChain(views: Pick<ViewReader, 'get' | 'list'>): StoredChain {
  return {
    length: async () => {
      const last = await findLastBlock(views);
      return last === null ? 0 : Number(last.id) * blockSize + last.positions.length;
    },
    closedAt: async () => (await views.get<ShutdownMarkerDoc>(chainView.view, shutdownMarkerId))?.ordinal ?? null,
    block: async (index) => {
      const block = await views.get<ChainBlock>(chainView.view, toBlockId(index));
      return block === null ? null : unpackBlock(block);
    },
  };
}

export async function findLastBlock(views: Pick<ViewReader, 'list'>): Promise<ChainBlock | null> {
  const query = { sort: [{ field: 'id', direction: 'desc' as const }], limit: 1 };
  const { docs } = await views.list<ChainBlock>(chainView.view, query);
  return docs.find(({ id }) => id !== shutdownMarkerId) ?? null;
}

export function unpackBlock({ hashes, positions }: ChainBlock): UnpackedBlock {
  return { hashes: Buffer.from(hashes, 'base64'), positions };
}

export function readHash({ hashes }: UnpackedBlock, index: number): Buffer {
  return hashes.subarray(index * hashBytes, (index + 1) * hashBytes);
}

/** A block as stored; `first` of one without events is `start`. */
export function packBlock(index: number, { hashes, positions }: { hashes: Buffer[]; positions: number[] }): ChainBlock {
  return {
    id: toBlockId(index),
    first: positions[0] ?? startPosition,
    last: positions.at(-1) ?? startPosition,
    positions,
    hashes: Buffer.concat(hashes).toString('base64'),
  };
}

function toBlockId(index: number): string {
  return String(index).padStart(10, '0');
}
