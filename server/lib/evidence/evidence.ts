/** A Merkle tree over the first `treeSize` events of the log, with its root in hex. */
type SignedTree = { treeSize: number; root: string; keyId: string; at: string; signature: string };
/** An event without its position: what the chain hashes. */
export type SealedEvent = {
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: unknown;
  metadata: unknown;
};
type EventPlace = { ordinal: number; position: number };

/** The data of a `LogSealed` event. `proof` leads to the next of these trees, that of the manifest after the last. */
export type EvidenceSeal = { seal: SignedTree; proof: string[] };

/** Hashes are hex; those of proofs are base64, as in RFC 6962. What is `unproven` is for readers, and may be anything. */
export type EvidenceEvent = {
  ordinal: number;
  previousHash: string;
  hash: string;
  event: SealedEvent;
  proof: { treeSize: number; path: string[] };
  unproven?: unknown;
};

/** `digest` binds the list of events, `seals` has their tree sizes; no seal covers events from `unsealedSince` on. */
export type EvidenceManifest = SignedTree & {
  format: string;
  filter: unknown;
  count: number;
  first: EventPlace | null;
  last: EventPlace | null;
  digest: string;
  seals: number[];
  unsealedSince: number | null;
};

/** The file, described in docs/evidence.md. Events are newest first, seals oldest first. */
export type EvidenceFile = {
  format: 'evidence/1';
  publicKey: string;
  events: EvidenceEvent[];
  seals: EvidenceSeal[];
  manifest: EvidenceManifest;
};

/** Where a file is not sound, and what differs there. */
export type Finding = { place: string; sentence: string };
/** `notes` say what else was checked. */
export type EvidenceCheck = { evidence: EvidenceFile; keyId: string | null; findings: Finding[]; notes?: string[] };
/** Calls `check`, which returns what is wrong; null where nothing is. */
export type Inspect = (place: string, check: () => string | null) => void;
