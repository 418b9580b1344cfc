import { hashLeaf, hashNode } from './hashes.ts';

/** A complete subtree: over a number of leaves that is a power of two. */
export type Subtree = { size: number; hash: Buffer };

export type RootBuilder = ReturnType<typeof createRootBuilder>;

/** Computes roots while leaves are added to a tree of these subtrees, with one hash for each level in memory. */
export function createRootBuilder(complete: readonly Subtree[] = []) {
  const subtrees = [...complete];
  const addSubtree = (added: Subtree): void => {
    let subtree = added;
    while (subtrees.at(-1)?.size === subtree.size) subtree = join(subtrees.pop(), subtree);
    subtrees.push(subtree);
  };
  return {
    add: (data: Uint8Array): void => addSubtree({ size: 1, hash: hashLeaf(data) }),
    /** The size of the tree must be a multiple of that of the subtree. */
    addSubtree,
    /** The root over all leaves so far; null where there is none. */
    root: (): Buffer | null =>
      subtrees.reduceRight<Subtree | null>((right, left) => (right ? join(left, right) : left), null)?.hash ?? null,
  };
}

function join(left: Subtree | undefined, right: Subtree): Subtree {
  if (left === undefined) return right;
  return { size: left.size + right.size, hash: hashNode(left.hash, right.hash) };
}
