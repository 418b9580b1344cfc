import { createHash } from 'node:crypto';
import { describeEvent } from '#domain/history/describe-event.ts';
import type { RootedSeal } from '#domain/log-seal/decider.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { writeCanonicalJson } from '#server/lib/evidence/canonical-json.ts';
import { toDigestLine } from '#server/lib/evidence/check-evidence.ts';
import type { EvidenceEvent, EvidenceManifest } from '#server/lib/evidence/evidence.ts';
import { computeRoot, proveConsistency, proveInclusion, type ReadNode } from '#server/lib/merkle-tree/proofs.ts';
import type { EventOpener } from '#server/platform/encryption/open-events.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { loadNames } from '../details/present-events.ts';
import { genesisHash, toSealedEvent } from '../hash-chain/chain.ts';
import type { SealKey } from '../hash-chain/seal-key.ts';
import type { ChainLink } from '../hash-chain/stored-links.ts';

/** A stored event with its place in the chain; ordinal 0 where it has none, so that the evidence is not sound. */
export type ChainedEvent = { event: StoredEvent; ordinal: number };

type EvidenceSource = {
  /** Newest first. */
  pages: AsyncIterable<ChainedEvent[]>;
  /** How many events the log has, and its root over them. */
  treeSize: number;
  /** Oldest first. */
  seals: readonly RootedSeal[];
  readNode: ReadNode;
  linkAt: (ordinal: number) => Promise<ChainLink | null>;
  open: EventOpener;
  /** Those of the product, with the names of users and listings. */
  views: ViewReader;
};
type EvidenceHead = { key: SealKey; filter: unknown; at: string };

const separator = ',\n';

/** Writes evidence as docs/evidence.md describes it, in pieces of a page. */
export async function* writeEvidence(source: EvidenceSource, head: EvidenceHead): AsyncGenerator<string> {
  const list = createEventList();
  const named = new Set<RootedSeal | undefined>([source.seals.at(-1)]);
  let start = `{"format":"evidence/1",\n"publicKey":${JSON.stringify(head.key.publicKey)},\n"events":[\n`;
  for await (const page of source.pages) {
    const entries = await toEntries(source, page);
    for (const [nth, { ordinal, hash }] of entries.entries()) {
      list.add({ ordinal, hash }, page[nth]?.event.position ?? 0);
      named.add(findSeal(source.seals, ordinal));
    }
    if (entries.length > 0) yield start + entries.map(writeCanonicalJson).join(separator);
    if (entries.length > 0) start = separator;
  }
  const seals = source.seals.filter((seal) => named.has(seal));
  const opening = list.isEmpty() ? start : '\n';
  yield `${opening}],\n"seals":[\n${(await toSealEntries(source, seals)).join(separator)}],\n`;
  yield `"manifest":${writeCanonicalJson(await signManifest(source, head, { ...list.summarize(), seals }))}}\n`;
}

/** The oldest seal that covers an event, by binary search. */
function findSeal(seals: readonly RootedSeal[], ordinal: number): RootedSeal | undefined {
  let [low, high] = [0, seals.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((seals[middle]?.treeSize ?? 0) < ordinal) low = middle + 1;
    else high = middle;
  }
  return seals[low];
}

async function toEntries(source: EvidenceSource, page: ChainedEvent[]): Promise<EvidenceEvent[]> {
  const opened = await source.open(page.map(({ event }) => event));
  const { names } = await loadNames(source.views, opened);
  const entries: EvidenceEvent[] = [];
  for (const [nth, { event, ordinal }] of page.entries()) {
    const openedEvent = opened[nth] ?? event;
    const hasSealedData = openedEvent.data !== event.data;
    const sentence = describeEvent(openedEvent, names);
    const unproven = { position: event.position, sentence, ...(hasSealedData && { data: openedEvent.data }) };
    entries.push({ ...(await proveEvent(source, { event, ordinal })), unproven });
  }
  return entries;
}

async function proveEvent(source: EvidenceSource, { event, ordinal }: ChainedEvent): Promise<EvidenceEvent> {
  const { seals, treeSize, readNode, linkAt } = source;
  const previousHash = (ordinal === 1 ? genesisHash : (await linkAt(ordinal - 1))?.hash) ?? genesisHash;
  const hash = (await linkAt(ordinal))?.hash ?? genesisHash;
  const end = findSeal(seals, ordinal)?.treeSize ?? treeSize;
  const path = await proveInclusion(readNode, ordinal - 1, { start: 0, end });
  return {
    ordinal,
    previousHash: previousHash.toString('hex'),
    hash: hash.toString('hex'),
    event: toSealedEvent(event),
    proof: { treeSize: end, path: path.map(toBase64) },
  };
}

async function toSealEntries({ readNode, treeSize }: EvidenceSource, seals: RootedSeal[]): Promise<string[]> {
  const entries: string[] = [];
  for (const [index, seal] of seals.entries()) {
    const end = seals[index + 1]?.treeSize ?? treeSize;
    const proof = await proveConsistency(readNode, seal.treeSize, { start: 0, end });
    entries.push(writeCanonicalJson({ seal, proof: proof.map(toBase64) }));
  }
  return entries;
}

type ListSummary = Pick<EvidenceManifest, 'count' | 'first' | 'last' | 'digest'>;

async function signManifest(
  { readNode, treeSize }: EvidenceSource,
  { key, filter, at }: EvidenceHead,
  { seals, ...summary }: ListSummary & { seals: RootedSeal[] },
): Promise<EvidenceManifest> {
  const root = (await computeRoot(readNode, { start: 0, end: treeSize })).toString('hex');
  const sealedSize = seals.at(-1)?.treeSize ?? 0;
  const manifest = {
    format: 'evidence/1' as const,
    keyId: key.keyId,
    at,
    filter,
    ...summary,
    treeSize,
    root,
    seals: seals.map((seal) => seal.treeSize),
    unsealedSince: sealedSize < treeSize ? sealedSize + 1 : null,
  };
  return { ...manifest, signature: key.signText(writeCanonicalJson(manifest)) };
}

/** Gathers what the manifest says of the events, newest first. */
function createEventList() {
  const digest = createHash('sha256');
  let count = 0;
  let first: EvidenceManifest['first'] = null;
  let last: EvidenceManifest['last'] = null;
  return {
    add: (entry: Pick<EvidenceEvent, 'ordinal' | 'hash'>, position: number): void => {
      first = { ordinal: entry.ordinal, position };
      last ??= first;
      count += 1;
      digest.update(toDigestLine(entry));
    },
    isEmpty: () => count === 0,
    summarize: (): ListSummary => ({ count, first, last, digest: digest.digest('hex') }),
  };
}

function toBase64(hash: Buffer): string {
  return hash.toString('base64');
}
