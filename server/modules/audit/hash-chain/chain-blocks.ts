import { type Position, startPosition, toPosition } from '#domain/shared/decider.ts';
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

/**
 * Hashes of up to 512 complete subtrees of the Merkle tree, one after the other in base64. At level 1 each is over a
 * complete block of the chain, and at each further level over a complete block of the level below.
 */
export type TreeBlock = { id: string; roots: string };

/** The chain as stored beside the log: hash and position of the event with an ordinal, from 1. */
export type StoredChain = {
  /** How many events it covers. */
  length: () => Promise<number>;
  /** The last event that it covers; null where there is none. */
  end: () => Promise<{ ordinal: number; position: Position } | null>;
  /** The number of events at the last clean shutdown; null while a server is running, or after it was killed. */
  closedAt: () => Promise<number | null>;
  /** Null past its end. */
  block: (index: number) => Promise<UnpackedBlock | null>;
  /** The subtrees of a block of the tree; none where they are not stored yet. */
  treeBlock: (level: number, index: number) => Promise<Buffer[]>;
};
export type UnpackedBlock = { hashes: Buffer; positions: number[] };

export function createStoredChain(views: Pick<ViewReader, 'get' | 'list'>): StoredChain {
  const findEnd = async () => {
    const last = await findLastBlock(views);
    if (last === null) return null;
    return { ordinal: Number(last.id) * blockSize + last.positions.length, position: toPosition(last.last) };
  };
  return {
    length: async () => (await findEnd())?.ordinal ?? 0,
    end: findEnd,
    closedAt: async () => (await views.get<ShutdownMarkerDoc>(chainView.view, shutdownMarkerId))?.ordinal ?? null,
    block: async (index) => {
      const block = await views.get<ChainBlock>(chainView.view, toBlockId(index));
      return block === null ? null : unpackBlock(block);
    },
    treeBlock: async (level, index) => {
      const block = await views.get<TreeBlock>(chainView.view, toTreeBlockId(level, index));
      return block === null ? [] : splitHashes(Buffer.from(block.roots, 'base64'));
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

/** The hashes that lie one after the other in some bytes. */
export function splitHashes(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / hashBytes }, (_, nth) =>
    bytes.subarray(nth * hashBytes, (nth + 1) * hashBytes),
  );
}

export function readHash(block: { hashes: Buffer }, index: number): Buffer;
export function readHash(block: { hashes: Uint8Array }, index: number): Uint8Array;
export function readHash({ hashes }: { hashes: Uint8Array }, index: number): Uint8Array {
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

/** The ids of a level begin with it, and sort before those of the chain. */
export function toTreeLevelPrefix(level: number): string {
  return `!tree-${level}-`;
}

export function toTreeBlockId(level: number, index: number): string {
  return `${toTreeLevelPrefix(level)}${toBlockId(index)}`;
}

function toBlockId(index: number): string {
  return String(index).padStart(10, '0');
}
