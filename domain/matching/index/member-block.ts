import { packMinLimit } from './packed-filters.ts';

/**
 * Members of one cell and radius, lowest limit first. Three 32-bit numbers for each member, so that a match reads
 * memory sequentially: member number, packed filters, and packed place (place and whether the member gets a daily
 * digest).
 */
export type MemberBlock = { readonly radius: number; count: number; rows: Uint32Array };

/** Longer lists take longer to change, shorter ones longer to match. */
const maxMembers = 512;
const initialMembers = 4;
export const wordsPerMember = 3;

export const createBlock = (radius: number): MemberBlock => ({
  radius,
  count: 0,
  rows: new Uint32Array(wordsPerMember * initialMembers),
});
export const hasRoom = ({ count }: MemberBlock): boolean => count < maxMembers;

export const packPlace = (place: number, isDaily: boolean): number => place * 2 + Number(isDaily);
export const unpackPlace = (packedPlace: number): number => packedPlace >>> 1;
export const unpackDaily = (packedPlace: number): boolean => (packedPlace & 1) === 1;

/** The first row whose member can pay `price`. */
export function findFirstAffordable(block: MemberBlock, price: number): number {
  return findFirstFrom(block, packMinLimit(price));
}

function findFirstFrom({ rows, count }: MemberBlock, term: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[wordsPerMember * middle + 1] ?? 0) < term) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function insertMember(block: MemberBlock, member: number, term: number, packedPlace: number): void {
  if (wordsPerMember * block.count === block.rows.length) {
    const grown = new Uint32Array(Math.min(2 * block.count, maxMembers) * wordsPerMember);
    grown.set(block.rows);
    block.rows = grown;
  }
  const { rows } = block;
  const at = wordsPerMember * findFirstFrom(block, term);
  rows.copyWithin(at + wordsPerMember, at, wordsPerMember * block.count);
  rows[at] = member;
  rows[at + 1] = term;
  rows[at + 2] = packedPlace;
  block.count += 1;
}

/** The offset of a member in `rows` of its block; -1 where it is not in the block. */
export function findRow({ rows, count }: MemberBlock, member: number): number {
  for (let at = 0; at < wordsPerMember * count; at += wordsPerMember) if (rows[at] === member) return at;
  return -1;
}

export function removeMember(block: MemberBlock, member: number): void {
  const at = findRow(block, member);
  if (at < 0) return;
  block.rows.copyWithin(at, at + wordsPerMember, wordsPerMember * block.count);
  block.count -= 1;
}
