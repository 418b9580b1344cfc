import { leastTermFor } from './terms.ts';

/**
 * Members of one cell and radius, lowest limit first. Three numbers of 32 bits a member, so that a match reads memory
 * from front to back: who it is, the term, and the spot (place and whether the member gets a daily digest).
 */
export type Block = { readonly radius: number; count: number; rows: Uint32Array };

/** Longer lists take longer to change, shorter ones longer to match. */
const most = 512;
const least = 4;
export const width = 3;

export const newBlock = (radius: number): Block => ({ radius, count: 0, rows: new Uint32Array(width * least) });
export const hasRoom = ({ count }: Block): boolean => count < most;

export const spotOf = (place: number, isDaily: boolean): number => place * 2 + Number(isDaily);
export const placeIn = (spot: number): number => spot >>> 1;
export const isDailyIn = (spot: number): boolean => (spot & 1) === 1;

/** The first row whose member can pay `price`. */
export function firstAffording(block: Block, price: number): number {
  return firstFrom(block, leastTermFor(price));
}

function firstFrom({ rows, count }: Block, term: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[width * middle + 1] ?? 0) < term) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function putIn(block: Block, member: number, term: number, spot: number): void {
  if (width * block.count === block.rows.length) {
    const grown = new Uint32Array(Math.min(2 * block.count, most) * width);
    grown.set(block.rows);
    block.rows = grown;
  }
  const { rows } = block;
  const at = width * firstFrom(block, term);
  rows.copyWithin(at + width, at, width * block.count);
  rows[at] = member;
  rows[at + 1] = term;
  rows[at + 2] = spot;
  block.count += 1;
}

/** Where a member stands in its block, in numbers from its start; -1 where it does not. */
export function rowOf({ rows, count }: Block, member: number): number {
  for (let at = 0; at < width * count; at += width) if (rows[at] === member) return at;
  return -1;
}

export function takeOut(block: Block, member: number): void {
  const at = rowOf(block, member);
  if (at < 0) return;
  block.rows.copyWithin(at, at + width, width * block.count);
  block.count -= 1;
}
