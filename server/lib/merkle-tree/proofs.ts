import { hashNode, splitSize } from './hashes.ts';
import type { Subtree } from './root-builder.ts';

/** Reads the hash of the complete subtree of 2 ** `level` leaves that begins at the leaf `index` * 2 ** `level`. */
export type ReadNode = (level: number, index: number) => Promise<Buffer>;
/** Leaves from `start` up to and without `end`. */
type Range = { start: number; end: number };

/** The root over a range as trees are split: of the whole tree, or a subtree of it. */
export async function computeRoot(readNode: ReadNode, { start, end }: Range): Promise<Buffer> {
  const size = end - start;
  const level = Math.log2(size);
  if (Number.isInteger(level)) return readNode(level, start / size);
  const middle = start + splitSize(size);
  const left = await computeRoot(readNode, { start, end: middle });
  return hashNode(left, await computeRoot(readNode, { start: middle, end }));
}

/** The complete subtrees that a tree with `size` leaves consists of, the largest first. */
export async function readSubtrees(readNode: ReadNode, size: number): Promise<Subtree[]> {
  const subtrees: Subtree[] = [];
  for (let start = 0; start < size; ) {
    const level = Math.floor(Math.log2(size - start));
    subtrees.push({ size: 2 ** level, hash: await readNode(level, start / 2 ** level) });
    start += 2 ** level;
  }
  return subtrees;
}

/** PATH of RFC 6962: the siblings from the leaf at `index` up to the root, the lowest first. */
export async function proveInclusion(readNode: ReadNode, index: number, { start, end }: Range): Promise<Buffer[]> {
  if (end - start === 1) return [];
  const middle = start + splitSize(end - start);
  const [left, right] = [
    { start, end: middle },
    { start: middle, end },
  ];
  const [own, sibling] = index < middle ? [left, right] : [right, left];
  return [...(await proveInclusion(readNode, index, own)), await computeRoot(readNode, sibling)];
}

/** PROOF of RFC 6962: that the tree over all leaves of the range contains the tree over those before `from`. */
export async function proveConsistency(
  readNode: ReadNode,
  from: number,
  { start, end }: Range,
  isOnLeftEdge = true,
): Promise<Buffer[]> {
  if (from === end) return isOnLeftEdge ? [] : [await computeRoot(readNode, { start, end })];
  const middle = start + splitSize(end - start);
  const [left, right] = [
    { start, end: middle },
    { start: middle, end },
  ];
  return from <= middle
    ? [...(await proveConsistency(readNode, from, left, isOnLeftEdge)), await computeRoot(readNode, right)]
    : [...(await proveConsistency(readNode, from, right, false)), await computeRoot(readNode, left)];
}
