import { hasRoot, type RootedSeal, type Seal } from '#domain/log-seal/decider.ts';

/** What a witness receives, and keeps as one line: a seal with a root, of an installation. */
export type WitnessSeal = RootedSeal & { installation: string };

/** Null for a seal of a program that knew no Merkle tree. */
export function toWitnessSeal(installation: string, seal: Seal): WitnessSeal | null {
  if (!hasRoot(seal)) return null;
  const { treeSize, root, at, signature, keyId, ordinal, hash, position } = seal;
  return { installation, treeSize, root, at, signature, keyId, ordinal, hash, position };
}
