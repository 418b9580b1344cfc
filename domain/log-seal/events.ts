/**
 * Stream `seal`: a signed seal of the log. `ordinal` counts its events from 1 and `hash` (hex) is the chain's hash
 * after that event; `position` is its position in the store of that time. `root` (hex) is that of the Merkle tree over
 * the first `treeSize` events, which are as many as `ordinal`: absent in older seals. `signature` is Ed25519 in base64,
 * over `serializeSeal`.
 */
export type SealEvent = {
  type: 'LogSealed';
  data: {
    position: number;
    ordinal: number;
    hash: string;
    treeSize?: number;
    root?: string;
    at: string;
    keyId: string;
    signature: string;
  };
};
