import { type Point, unitVector } from './distance.ts';
import { createCells } from './grid.ts';
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
/** `xs`, `ys` and `zs` run in step with `places`: where each is on a globe of radius 1. */
export type Cell = { places: number[]; xs: number[]; ys: number[]; zs: number[]; blocks: Block[] };

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

/** Which cell a place lies in. */
function cellsOfPlaces() {
  const ofPlace: Cell[] = [];
  const cells = createCells<Cell>(cellsPerDegree, () => ({ places: [], xs: [], ys: [], zs: [], blocks: [] }));

  return {
    of: (place: number, at: Point): Cell => {
      const known = ofPlace[place];
      if (known !== undefined) return known;
      const cell = cells.at(at);
      const [x, y, z] = unitVector(at);
      cell.places.push(place);
      cell.xs.push(x);
      cell.ys.push(y);
      cell.zs.push(z);
      ofPlace[place] = cell;
      return cell;
    },
    visitNear: cells.visitNear,
  };
}

function blockWithRoom(cell: Cell, radius: number): Block {
  const open = cell.blocks.find((block) => block.radius === radius && block.terms.length < blockSize);
  if (open !== undefined) return open;
  const block: Block = { cell, radius, members: [], userIds: [], terms: [], places: [] };
  cell.blocks.push(block);
  return block;
}

function takeOut(member: number, { cell, members, userIds, terms, places }: Block): void {
  const index = members.indexOf(member);
  for (const list of [members, userIds, terms, places]) list.splice(index, 1);
  if (members.length === 0) cell.blocks = cell.blocks.filter((block) => block.members !== members);
}

export function createMemberCells(): MemberCells {
  const places = createPlaces();
  const cells = cellsOfPlaces();
  const numbers = new Map<string, number>();
  const blockOf: (Block | null)[] = [];

  const leave = (member: number): void => {
    const block = blockOf[member] ?? null;
    if (block !== null) takeOut(member, block);
    blockOf[member] = null;
  };

  const numberOf = (userId: string): number => {
    const known = numbers.get(userId);
    if (known !== undefined) return known;
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
      const member = numberOf(userId);
      leave(member);
      const place = places.indexOf(at);
      const block = blockWithRoom(cells.of(place, at), radiusIndexOf(term));
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
      leave(member);
      numbers.delete(userId);
    },
    visitNear: cells.visitNear,
  };
}
