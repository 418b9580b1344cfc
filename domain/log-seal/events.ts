/**
 * Stream `seal`: the log as it was, signed. `ordinal` counts its events from 1 and `hash` (hex) is the chain's after
 * that one; `position` is where it stood in the store of that time. `signature` is Ed25519 in base64, over `sealedText`.
 */
export type SealEvent = {
  type: 'LogSealed';
  data: { position: number; ordinal: number; hash: string; at: string; keyId: string; signature: string };
};
