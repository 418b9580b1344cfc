import type { EarlierVerification, LogDifference, SealCheck } from '#domain/history/contract.ts';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import { readSubtrees } from '#server/lib/merkle-tree/proofs.ts';
import { createRootBuilder, type RootBuilder } from '#server/lib/merkle-tree/root-builder.ts';
import { genesisHash } from '../hash-chain/chain.ts';
import type { StoredChain } from '../hash-chain/chain-blocks.ts';
import { sealKeySpace } from '../hash-chain/seal-key.ts';
import { createLinkReader } from '../hash-chain/stored-links.ts';
import { createTreeNodeReader } from '../hash-chain/tree-nodes.ts';

/**
 * The last seal that a verification found good, after all events that it covers had been verified: by the time `at`, and in
 * one pass over the whole log at `fullAt`. Null after a difference: the next verification reads the whole log.
 */
export type VerifiedSeal = { ordinal: number; hash: string; root: string; at: string; fullAt: string | null };
type VerifiedSealDoc = VerifiedSeal & { id: string };

/** Where a verification begins: after this number of events, the last of them at `upTo`. */
export type VerificationStart = { events: number; upTo: Position; hash: Buffer; tree: RootBuilder };

const id = 'verified-seal';

export async function findVerifiedSeal(documents: Pick<Documents, 'getMany'>): Promise<VerifiedSeal | null> {
  const [doc] = await documents.getMany<VerifiedSealDoc>(sealKeySpace, [id]);
  return doc ?? null;
}

/** Remembers the seal that the next verification begins from. */
export async function saveVerifiedSeal(
  documents: Pick<Documents, 'get' | 'compareAndSet'>,
  verdict: SealVerdict,
  at: string,
): Promise<void> {
  await updateDocument<VerifiedSealDoc, VerifiedSealDoc | null>(documents, { space: sealKeySpace, id }, (current) => {
    const next = toVerifiedSeal(verdict, current, at);
    return next && { ...next, id };
  });
}

type SealVerdict = { from: number; difference: LogDifference | null; seals: readonly SealCheck[] };

/** The seal that the next verification begins from. */
export function toVerifiedSeal(
  { from, difference, seals }: SealVerdict,
  previous: VerifiedSeal | null,
  at: string,
): VerifiedSeal | null {
  if (difference !== null) return previous && { ...previous, fullAt: null };
  const last = findLastGood(seals);
  if (last === null) return previous;
  if (from === 1) return { ...last, at, fullAt: at };
  return previous === null || previous.ordinal === last.ordinal ? previous : { ...previous, ...last, at };
}

function findLastGood(seals: readonly SealCheck[]): Pick<VerifiedSeal, 'ordinal' | 'hash' | 'root'> | null {
  const good = seals.filter(({ state }) => state === 'good');
  return (
    good.flatMap(({ ordinal, hash, root }) => (root === undefined ? [] : [{ ordinal, hash, root }])).at(-1) ?? null
  );
}

/** When the events before number `from` were verified; null where there are none. */
export function toEarlier(from: number, seal: VerifiedSeal | null): EarlierVerification | null {
  if (from === 1 || !seal?.fullAt) return null;
  return { at: seal.at, fullAt: seal.fullAt };
}

/** The seal of the log that is the verified one, unchanged and with a valid signature. */
function findInLog(verified: VerifiedSeal, seals: readonly SealCheck[]): SealCheck | undefined {
  const { ordinal, hash, root } = verified;
  const isSame = (seal: SealCheck) => seal.ordinal === ordinal && seal.hash === hash && seal.root === root;
  return seals.find((seal) => isSame(seal) && seal.state === 'not-reached');
}

type StartOptions = { chain: StoredChain | null; verifiedSeal?: VerifiedSeal | null; isFull?: boolean };

/**
 * After the events of the verified seal, where the log, the stored chain and the Merkle tree agree with it; otherwise before
 * the first event. `lost` is the difference of a log that does not have the seal. Earlier seals, whose events are not read
 * again, become good by their signatures.
 */
export async function findStart({ chain, verifiedSeal, isFull = false }: StartOptions, seals: readonly SealCheck[]) {
  const lost = verifiedSeal && !findInLog(verifiedSeal, seals) ? describeLostSeal(verifiedSeal) : null;
  const resumed = isFull || lost ? null : await resume(chain, verifiedSeal ?? null);
  const start = resumed ?? { events: 0, upTo: startPosition, hash: genesisHash, tree: createRootBuilder() };
  acceptEarlierSeals(seals, start.events);
  return { start, lost };
}

function acceptEarlierSeals(seals: readonly SealCheck[], events: number): void {
  for (const seal of seals) if (seal.ordinal <= events && seal.state === 'not-reached') seal.state = 'good';
}

async function resume(chain: StoredChain | null, seal: VerifiedSeal | null): Promise<VerificationStart | null> {
  if (chain === null || seal?.fullAt == null) return null;
  const { ordinal: events, hash, root } = seal;
  const link = await createLinkReader(chain).at(events);
  if (link?.hash.toString('hex') !== hash) return null;
  const tree = createRootBuilder(await readSubtrees(createTreeNodeReader(chain), events).catch(ignoreGaps));
  return tree.root()?.toString('hex') === root ? { events, upTo: link.position, hash: link.hash, tree } : null;
}

function ignoreGaps(error: unknown): [] {
  if (error instanceof RangeError) return []; // a part of the chain is missing
  throw error;
}

function describeLostSeal({ ordinal, at }: VerifiedSeal): LogDifference {
  const sentence = `The seal over ${ordinal} events that was good at ${at} is not in the log: it was removed or replaced, with the chain beside the views.`;
  return { position: null, ordinal, kind: 'seal', sentence };
}
