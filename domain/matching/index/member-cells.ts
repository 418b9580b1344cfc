import { type Block, hasRoom, newBlock, placeIn, putIn, rowOf, spotOf, takeOut, width } from './block.ts';
import { type Cell, cellsOfPlaces } from './cells-of-places.ts';
import type { Point } from '#domain/geo/distance.ts';
import { createPlaces, type Places, type ZipPoint } from '#domain/geo/places.ts';
import { radiusIndexOf } from './terms.ts';
import { createUserIds, type UserIds } from './user-ids.ts';

/** Members by degree of latitude and longitude: few large lists instead of many small ones. */
export type MemberCells = {
  readonly size: number;
  places: Places;
  ids: UserIds;
  /** Enters a member, or moves one. */
  put: (userId: string, at: ZipPoint, terms: { term: number; isDaily: boolean }) => void;
  remove: (userId: string) => void;
  /** The member's term and spot; null where there is none. */
  termsOf: (userId: string) => { term: number; spot: number } | null;
  visitNear: (around: Point, miles: number, visit: (cell: Cell) => void) => void;
  blocks: () => Iterable<Block>;
  /** Takes over a block whose rows are in order; its members were in no other. */
  adopt: (block: Block) => void;
};

function blockWithRoom(cell: Cell, radius: number): Block {
  const open = cell.blocks.find((block) => block.radius === radius && hasRoom(block));
  if (open !== undefined) return open;
  const block = newBlock(radius);
  cell.blocks.push(block);
  return block;
}

type Home = { cell: Cell; block: Block };

/** Who is where, by number. */
function createHomes() {
  const homes: (Home | null)[] = [];
  const homeOf = new Map<Block, Home>();
  let size = 0;
  return {
    size: () => size,
    of: (member: number): Home | null => homes[member] ?? null,
    settle: (member: number, cell: Cell, block: Block): void => {
      const home = homeOf.get(block) ?? { cell, block };
      homeOf.set(block, home);
      while (homes.length <= member) homes.push(null);
      homes[member] = home;
      size += 1;
    },
    leave: (member: number): void => {
      const home = homes[member] ?? null;
      if (home === null) return;
      const { cell, block } = home;
      takeOut(block, member);
      homes[member] = null;
      size -= 1;
      if (block.count > 0) return;
      cell.blocks = cell.blocks.filter((other) => other !== block);
      homeOf.delete(block);
    },
  };
}

/** `names` are those of ids that will come in words. */
export function createMemberCells(names: readonly string[] = []): MemberCells {
  const places = createPlaces();
  const ids = createUserIds(names);
  const cells = cellsOfPlaces();
  const homes = createHomes();

  return {
    get size() {
      return homes.size();
    },
    places,
    ids,
    put: (userId, at, { term, isDaily }) => {
      const member = ids.enter(userId);
      homes.leave(member);
      const place = places.indexOf(at);
      const cell = cells.of(place, at);
      const block = blockWithRoom(cell, radiusIndexOf(term));
      putIn(block, member, term, spotOf(place, isDaily));
      homes.settle(member, cell, block);
    },
    remove: (userId) => {
      const member = ids.numberOf(userId);
      if (member >= 0) homes.leave(member);
    },
    termsOf: (userId) => {
      const member = ids.numberOf(userId);
      const block = homes.of(member)?.block;
      if (block === undefined) return null;
      const at = rowOf(block, member);
      return { term: block.rows[at + 1] ?? 0, spot: block.rows[at + 2] ?? 0 };
    },
    visitNear: cells.visitNear,
    *blocks() {
      for (const { blocks } of cells.all) yield* blocks;
    },
    adopt: (block) => {
      const cellOf = (row: number) => {
        const place = placeIn(block.rows[width * row + 2] ?? 0);
        return cells.of(place, places.at(place));
      };
      cellOf(0).blocks.push(block);
      // Each of its places is to be known in the cell, and not the first alone.
      for (let row = 0; row < block.count; row++) homes.settle(block.rows[width * row] ?? 0, cellOf(row), block);
    },
  };
}
