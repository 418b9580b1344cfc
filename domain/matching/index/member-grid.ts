import {
  type MemberBlock,
  hasRoom,
  createBlock,
  insertMember,
  findRow,
  packPlace,
  removeMember,
} from './member-block.ts';
import { type ZipCell, createZipCells } from './zip-cells.ts';
import type { Point } from '#domain/geo/distance.ts';
import { createZipIndex, type ZipIndex, type ZipPoint } from '#domain/geo/zip-index.ts';
import { unpackRadiusIndex } from './packed-filters.ts';
import { createUserIdTable, type UserIdTable } from './user-id-table.ts';

/** Members by degree of latitude and longitude: few large lists instead of many small ones. */
export type MemberGrid = {
  readonly size: number;
  places: ZipIndex;
  ids: UserIdTable;
  /** Adds a member, or moves one. */
  put: (userId: string, at: ZipPoint, terms: { term: number; isDaily: boolean }) => void;
  remove: (userId: string) => void;
  /** The member's packed filters and packed place; null for an unknown member. */
  getTerms: (userId: string) => { term: number; packedPlace: number } | null;
  visitNear: (around: Point, miles: number, visit: (cell: ZipCell) => void) => void;
};

function findOpenBlock(cell: ZipCell, radius: number): MemberBlock {
  const open = cell.blocks.find((block) => block.radius === radius && hasRoom(block));
  if (open !== undefined) return open;
  const block = createBlock(radius);
  cell.blocks.push(block);
  return block;
}

type BlockLocation = { cell: ZipCell; block: MemberBlock };

/** The location of each member, by number. */
function createBlockLocations() {
  const locations: (BlockLocation | null)[] = [];
  const locationByBlock = new Map<MemberBlock, BlockLocation>();
  let size = 0;
  return {
    size: () => size,
    find: (member: number): BlockLocation | null => locations[member] ?? null,
    assign: (member: number, cell: ZipCell, block: MemberBlock): void => {
      const location = locationByBlock.get(block) ?? { cell, block };
      locationByBlock.set(block, location);
      while (locations.length <= member) locations.push(null);
      locations[member] = location;
      size += 1;
    },
    remove: (member: number): void => {
      const location = locations[member] ?? null;
      if (location === null) return;
      const { cell, block } = location;
      removeMember(block, member);
      locations[member] = null;
      size -= 1;
      if (block.count > 0) return;
      cell.blocks = cell.blocks.filter((other) => other !== block);
      locationByBlock.delete(block);
    },
  };
}

export function createMemberGrid(): MemberGrid {
  const places = createZipIndex();
  const ids = createUserIdTable();
  const cells = createZipCells();
  const locations = createBlockLocations();

  return {
    get size() {
      return locations.size();
    },
    places,
    ids,
    put: (userId, at, { term, isDaily }) => {
      const member = ids.insert(userId);
      locations.remove(member);
      const place = places.indexOf(at);
      const cell = cells.findOrCreate(place, at);
      const block = findOpenBlock(cell, unpackRadiusIndex(term));
      insertMember(block, member, term, packPlace(place, isDaily));
      locations.assign(member, cell, block);
    },
    remove: (userId) => {
      const member = ids.findNumber(userId);
      if (member >= 0) locations.remove(member);
    },
    getTerms: (userId) => {
      const member = ids.findNumber(userId);
      const block = locations.find(member)?.block;
      if (block === undefined) return null;
      const at = findRow(block, member);
      return { term: block.rows[at + 1] ?? 0, packedPlace: block.rows[at + 2] ?? 0 };
    },
    visitNear: cells.visitNear,
  };
}
