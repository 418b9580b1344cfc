import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashLeaf, hashNode } from './hashes.ts';
import { computeRoot, proveConsistency, proveInclusion, type ReadNode } from './proofs.ts';
import { createRootBuilder } from './root-builder.ts';
import { computeRootFromLeaf, computeRootsFromGrowth } from './verify-proofs.ts';

/** The leaves of the published test vectors of certificate-transparency, merkletree/merkle_tree_test.cc. */
const vectorLeaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'));
const vectorRoots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const leaf0 = '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d';
const leaf1 = '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7';
const leaf4 = 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b';
const leaves23 = '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e';
const leaves45 = '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a';
const leaves67 = 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0';
const leaves03 = 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7';
const leaves47 = '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4';
const leaves01 = 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125';

/** MTH of RFC 6962, as the definition reads. */
function computeNaiveRoot(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (leaves.length === 1 && only) return hashLeaf(only);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hashNode(computeNaiveRoot(leaves.slice(0, split)), computeNaiveRoot(leaves.slice(split)));
}

/** Only complete subtrees are read. */
const readNodeOf =
  (leaves: readonly Buffer[]): ReadNode =>
  (level, index) => {
    const part = leaves.slice(index * 2 ** level, (index + 1) * 2 ** level);
    if (part.length !== 2 ** level) throw new RangeError('The subtree is not complete');
    return Promise.resolve(computeNaiveRoot(part));
  };
const toHex = (hashes: readonly Buffer[]) => hashes.map((one) => one.toString('hex'));
const at = (leaves: readonly Buffer[], index: number) => leaves[index] ?? Buffer.alloc(0);

describe('The Merkle tree of RFC 6962', () => {
  it('The tree has the published roots for the published leaves', async () => {
    const builder = createRootBuilder();
    expect(builder.root()).toBeNull();
    for (const [index, root] of vectorRoots.entries()) {
      builder.add(at(vectorLeaves, index));
      expect(builder.root()?.toString('hex')).toBe(root);
      expect((await computeRoot(readNodeOf(vectorLeaves), { start: 0, end: index + 1 })).toString('hex')).toBe(root);
    }
  });

  it.each([
    [0, 1, []],
    [0, 8, [leaf1, leaves23, leaves47]],
    [5, 8, [leaf4, leaves67, leaves03]],
    [2, 3, [leaves01]],
    [1, 5, [leaf0, leaves23, leaf4]],
  ])('The inclusion proof of leaf %i in a tree of %i leaves is the published one', async (index, size, proof) => {
    const found = await proveInclusion(readNodeOf(vectorLeaves), index, { start: 0, end: size });
    expect(toHex(found)).toEqual(proof);
  });

  it.each([
    [1, 1, []],
    [1, 8, [leaf1, leaves23, leaves47]],
    [6, 8, [leaves45, leaves67, leaves03]],
    [2, 5, [leaves23, leaf4]],
  ])('The consistency proof of %i leaves with %i is the published one', async (from, to, proof) => {
    const found = await proveConsistency(readNodeOf(vectorLeaves), from, { start: 0, end: to });
    expect(toHex(found)).toEqual(proof);
  });
});

const manyLeaves = Array.from({ length: 70 }, (_, n) => hash('sha256', `leaf ${n}`, 'buffer'));
const sizes = manyLeaves.map((_, index) => index + 1);
const roots = sizes.map((size) => computeNaiveRoot(manyLeaves.slice(0, size)));
const rootOf = (size: number) => at(roots, size - 1);

describe('Proofs in trees of 1 to 70 leaves', () => {
  it('Roots that are computed from subtrees or leaf by leaf are those of the definition', async () => {
    const builder = createRootBuilder();
    for (const size of sizes) {
      builder.add(at(manyLeaves, size - 1));
      expect(builder.root()).toEqual(rootOf(size));
      expect(await computeRoot(readNodeOf(manyLeaves), { start: 0, end: size })).toEqual(rootOf(size));
    }
  });

  it('Each leaf has an inclusion proof that leads to the root, and to another one for any other leaf or index', async () => {
    for (const size of sizes) {
      for (let index = 0; index < size; index += 1) {
        const proof = await proveInclusion(readNodeOf(manyLeaves), index, { start: 0, end: size });
        const leaf = { hash: hashLeaf(at(manyLeaves, index)), index };
        expect(computeRootFromLeaf(leaf, size, proof)).toEqual(rootOf(size));
        const other = { hash: hashLeaf(at(manyLeaves, index + 1)), index };
        expect(computeRootFromLeaf(other, size, proof)).not.toEqual(rootOf(size));
        expect(() => computeRootFromLeaf(leaf, size, [...proof, leaf.hash])).toThrow('too long');
        if (size > 1) expect(() => computeRootFromLeaf(leaf, size, proof.slice(1))).toThrow('too short');
      }
    }
  });

  it('Any two sizes have a consistency proof that leads to both roots, and to others where a root differs', async () => {
    for (const to of sizes) {
      for (let from = 1; from <= to; from += 1) {
        const proof = await proveConsistency(readNodeOf(manyLeaves), from, { start: 0, end: to });
        const growth = { from, to, rootBefore: rootOf(from) };
        expect(computeRootsFromGrowth(growth, proof)).toEqual({ before: rootOf(from), after: rootOf(to) });
        const forgedRoot = hashLeaf(rootOf(from));
        const forged = computeRootsFromGrowth({ ...growth, rootBefore: forgedRoot }, proof);
        expect(forged.before.equals(forgedRoot) && forged.after.equals(rootOf(to))).toBe(false);
        expect(() => computeRootsFromGrowth(growth, [...proof, rootOf(1)])).toThrow('too long');
      }
    }
  });
});
