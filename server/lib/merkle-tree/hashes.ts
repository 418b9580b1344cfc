import { sha256 } from '../sha256.ts';

// The Merkle tree of RFC 6962, section 2.1, over SHA-256.

export function hashLeaf(data: Uint8Array): Buffer {
  return sha256(Buffer.concat([Buffer.of(0), data]));
}

export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Buffer.concat([Buffer.of(1), left, right]));
}

/** The number of leaves on the left of a tree with `size` leaves: the largest power of two below it. From 2. */
export function splitSize(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}
