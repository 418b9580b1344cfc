import { hashNode, splitSize } from './hashes.ts';

type Leaf = { hash: Buffer; index: number };
type Growth = { from: number; to: number; rootBefore: Buffer | null };
type Roots = { before: Buffer; after: Buffer };

/** The root of a tree with `size` leaves, from one leaf and its inclusion proof. Throws where that has another length. */
export function computeRootFromLeaf({ hash, index }: Leaf, size: number, proof: readonly Buffer[]): Buffer {
  if (size === 1) return takeAtEnd(hash, proof);
  const [rest, sibling] = takeLast(proof);
  const left = splitSize(size);
  return index < left
    ? hashNode(computeRootFromLeaf({ hash, index }, left, rest), sibling)
    : hashNode(sibling, computeRootFromLeaf({ hash, index: index - left }, size - left, rest));
}

/**
 * The roots of a tree when it had `from` leaves and when it had `to`, from a consistency proof: `before` is `rootBefore`
 * where the proof is right, and null for a subtree whose root is in the proof. Throws where that has another length.
 */
export function computeRootsFromGrowth({ from, to, rootBefore }: Growth, proof: readonly Buffer[]): Roots {
  if (from === to && rootBefore !== null) return { before: takeAtEnd(rootBefore, proof), after: rootBefore };
  const [rest, sibling] = takeLast(proof);
  if (from === to) return { before: takeAtEnd(sibling, rest), after: sibling };
  const left = splitSize(to);
  if (from <= left) {
    const { before, after } = computeRootsFromGrowth({ from, to: left, rootBefore }, rest);
    return { before, after: hashNode(after, sibling) };
  }
  const { before, after } = computeRootsFromGrowth({ from: from - left, to: to - left, rootBefore: null }, rest);
  return { before: hashNode(sibling, before), after: hashNode(sibling, after) };
}

function takeLast(proof: readonly Buffer[]): [rest: readonly Buffer[], last: Buffer] {
  const last = proof.at(-1);
  if (last === undefined) throw new RangeError('The proof is too short');
  return [proof.slice(0, -1), last];
}

function takeAtEnd(hash: Buffer, proof: readonly Buffer[]): Buffer {
  if (proof.length > 0) throw new RangeError('The proof is too long');
  return hash;
}
