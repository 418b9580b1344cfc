import type { Point } from './distance.ts';
import { createGrid } from './grid.ts';
import { createPlaces, type Places, type ZipPoint } from './places.ts';
import { firstAffording, maxPriceOf, radiusIndexOf } from './terms.ts';

/**
 * Members of one cell and radius, lowest limit first, in lists that run in step. `radius` and `places` are indices, and
 * `members` numbers, which are found faster than user ids.
 */
export type Block = {
  cell: Cell;
  radius: number;
  members: number[];
  userIds: string[];
  terms: number[];
  places: number[];
};
export type Cell = { places: number[]; blocks: Block[] };

/** Members by degree of latitude and longitude: few large lists instead of many small ones. */
export type MemberCells = {
  readonly size: number;
  places: Places;
  /** Enters a member, or moves one. */
  put: (userId: string, at: ZipPoint, term: number) => void;
  remove: (userId: string) => void;
  visitNear: (around: Point, miles: number, visit: (cell: Cell) => void) => void;
};

/** Longer lists take longer to change, shorter ones longer to match. */
const blockSize = 512;
const cellsPerDegree = 0.5;

export function createMemberCells(): MemberCells {
  const places = createPlaces();
  const cellOfPlace: Cell[] = [];
  const cells = new Map<string, Cell>();
  const grid = createGrid<Cell>(cellsPerDegree);
  const numbers = new Map<string, number>();
  const blockOf: (Block | null)[] = [];

  const cellAt = (at: Point): Cell => {
    const key = `${Math.floor(at.latitude * cellsPerDegree)} ${Math.floor(at.longitude * cellsPerDegree)}`;
    const known = cells.get(key);
    if (known !== undefined) return known;
    const cell: Cell = { places: [], blocks: [] };
    cells.set(key, cell);
    grid.add(cell, at);
    return cell;
  };

  const cellOf = (place: number, at: Point): Cell => {
    const known = cellOfPlace[place];
    if (known !== undefined) return known;
    const cell = cellAt(at);
    cell.places.push(place);
    cellOfPlace[place] = cell;
    return cell;
  };

  const withRoom = (cell: Cell, radius: number): Block => {
    const open = cell.blocks.find((block) => block.radius === radius && block.terms.length < blockSize);
    if (open !== undefined) return open;
    const block: Block = { cell, radius, members: [], userIds: [], terms: [], places: [] };
    cell.blocks.push(block);
    return block;
  };

  const takeOut = (member: number): void => {
    const block = blockOf[member] ?? null;
    if (block === null) return;
    const index = block.members.indexOf(member);
    block.members.splice(index, 1);
    block.userIds.splice(index, 1);
    block.terms.splice(index, 1);
    block.places.splice(index, 1);
    if (block.terms.length === 0) block.cell.blocks.splice(block.cell.blocks.indexOf(block), 1);
    blockOf[member] = null;
  };

  const enter = (userId: string): number => {
    const member = blockOf.push(null) - 1;
    numbers.set(userId, member);
    return member;
  };

  return {
    get size() {
      return numbers.size;
    },
    places,
    put: (userId, at, term) => {
      const member = numbers.get(userId) ?? enter(userId);
      takeOut(member);
      const place = places.indexOf(at);
      const block = withRoom(cellOf(place, at), radiusIndexOf(term));
      const index = firstAffording(block.terms, maxPriceOf(term));
      block.members.splice(index, 0, member);
      block.userIds.splice(index, 0, userId);
      block.terms.splice(index, 0, term);
      block.places.splice(index, 0, place);
      blockOf[member] = block;
    },
    remove: (userId) => {
      const member = numbers.get(userId);
      if (member === undefined) return;
      takeOut(member);
      numbers.delete(userId);
    },
    visitNear: (around, miles, visit) => grid.visitNear(around, miles, visit),
  };
}
