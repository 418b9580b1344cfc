/**
 * Stream `seal`: a signed seal of the log. `ordinal` counts its events from 1 and `hash` (hex) is the chain's hash
 * after that event; `position` is its position in the store of that time. `signature` is Ed25519 in base64, over
 * `sealedText`.
 */
export type SealEvent = {
  type: 'LogSealed';
  data: { position: number; ordinal: number; hash: string; at: string; keyId: string; signature: string };
};
