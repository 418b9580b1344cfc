import type { LogDifference, SealCheck } from '#domain/history/contract.ts';
import { type Position, startPosition, toPosition } from '#domain/shared/decider.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { hashEvent } from '../hash-chain/chain.ts';
import { blockSize, readHash, type StoredChain } from '../hash-chain/chain-blocks.ts';
import { isSeal } from '../hash-chain/check-seals.ts';
import { createExternalCheck, type ExternalSeal } from '../hash-chain/external-seal.ts';
import { createLinkReader, type ChainLink, type LinkReader } from '../hash-chain/stored-links.ts';
import type { BlockChecks, SoundBlock } from './block-checks.ts';
import { describeTampering, describeInserted, describeMissing, describeUnreadable } from './describe-tampering.ts';
import { readUntilCorrupt } from './read-until-corrupt.ts';
import type { VerificationStart } from './verified-seal.ts';

const readBatchSize = 2_000;
/** Events that are read around a difference, to describe it. */
const contextSize = 1_000;

type WalkState = VerificationStart & {
  /** The last event that a seal covers. */
  sealedUpTo: Position;
  /** Where the stored chain is not the one that was signed: the log may still be valid. */
  suspectedDifference: LogDifference | null;
};

type ChainWalkerDeps = {
  encryptedEvents: EventStore;
  chain: StoredChain | null;
  externalSeals: readonly ExternalSeal[];
  start: VerificationStart;
  /** How many events the log had when its only writer shut down; Infinity where none did. */
  closedAt: number;
};

/** Verifies the log event by event, or by blocks that were compared elsewhere. */
export function createChainWalker(
  { encryptedEvents, chain, externalSeals, start, closedAt }: ChainWalkerDeps,
  seals: SealCheck[],
) {
  const sealPositions: Position[] = [];
  const storedLinks = createLinkReader(chain);
  const sealsByOrdinal = Map.groupBy(seals, ({ ordinal }) => ordinal);
  const hasTree = hasRoots([...seals, ...externalSeals]);
  const checkExternal = createExternalCheck(externalSeals);
  const walk: WalkState = { ...start, sealedUpTo: start.upTo, suspectedDifference: null };

  const isAsStored = (link: ChainLink | null, next: Buffer, { position }: StoredEvent) =>
    walk.suspectedDifference !== null || link === null || (link.position === position && link.hash.equals(next));

  const explainDifference = async (event: StoredEvent): Promise<LogDifference | null> => {
    const { difference, isOfChain } = await explain({ encryptedEvents, storedLinks, seals }, walk);
    if (!isOfChain) return difference;
    walk.suspectedDifference = { ...difference, kind: 'chain', sentence: describeAlteredChain(event.position) };
    return null;
  };
  const step = (event: StoredEvent, next: Buffer): LogDifference | null => {
    walk.hash = next;
    walk.events += 1;
    walk.upTo = event.position;
    if (hasTree) walk.tree.add(next);
    if (isSeal(event)) sealPositions.push(event.position);
    return checkExternal(walk, false) ?? checkSeals(walk, sealsByOrdinal.get(walk.events) ?? []);
  };

  const readOn = async (limit: number): Promise<LogDifference | 'go on' | null> => {
    const { events, isBroken } = await readUntilCorrupt(encryptedEvents, walk.upTo, limit);
    for (const event of events) {
      if (walk.events === closedAt) return describeInserted(walk.events + 1, event);
      const next = hashEvent(walk.hash, event);
      // Most links are in memory, and an await for each of a million events would be slow.
      const cachedLink = storedLinks.readCached(walk.events + 1);
      const link = cachedLink === undefined ? await storedLinks.at(walk.events + 1) : cachedLink;
      const difference = (isAsStored(link, next, event) ? null : await explainDifference(event)) ?? step(event, next);
      if (difference) return difference;
    }
    if (isBroken) return describeBroken(storedLinks, walk.events + 1);
    return events.length > 0 ? 'go on' : checkEnd({ encryptedEvents, chain, checkExternal }, walk);
  };

  return {
    /** An event that the store has before the first that is read; null where there is none. */
    findEarlier: () => (walk.events > 0 ? Promise.resolve(null) : findEarlierEvent(encryptedEvents)),
    /** Continues with the next blocks that are sound, or else event by event. The first difference; null at the end. */
    advance: async (checks: BlockChecks | null): Promise<LogDifference | 'go on' | null> => {
      const blocks = (await checks?.take(walk)) ?? [];
      for (const block of blocks) addBlock(walk, block);
      sealPositions.push(...blocks.flatMap(({ seals: found }) => found));
      return blocks.length > 0 ? 'go on' : readOn(checks?.countToBlockEnd(walk.events) ?? readBatchSize);
    },
    /** The positions of the seals. */
    sealPositions,
    measureProgress: () => ({ from: start.events + 1, events: walk.events, upTo: walk.upTo }),
  };
}

type EndDeps = Pick<ChainWalkerDeps, 'encryptedEvents' | 'chain'> & {
  checkExternal: ReturnType<typeof createExternalCheck>;
};

async function checkEnd(
  { encryptedEvents, chain, checkExternal }: EndDeps,
  walk: WalkState,
): Promise<LogDifference | 'go on' | null> {
  if (walk.suspectedDifference) return walk.suspectedDifference;
  const length = (await chain?.length()) ?? 0;
  if (length <= walk.events) return checkExternal(walk, true);
  // Events that the chain has by now the log has too, unless they were removed.
  if ((await encryptedEvents.readAll(walk.upTo, 1)).length > 0) return 'go on';
  const link = await createLinkReader(chain).at(walk.events + 1);
  return describeMissing(walk.events + 1, link?.position ?? null);
}

/** Whether any seal has the root of a Merkle tree. */
export function hasRoots(seals: readonly Pick<SealCheck, 'root'>[]): boolean {
  return seals.some(({ root }) => root !== undefined);
}

function addBlock(walk: WalkState, { hashes, positions, root }: SoundBlock): void {
  walk.hash = readHash({ hashes }, blockSize - 1);
  walk.events += blockSize;
  walk.upTo = toPosition(positions.at(-1) ?? walk.upTo);
  if (root !== null) walk.tree.addSubtree({ size: blockSize, hash: Buffer.from(root) });
}

type ExplainDeps = { encryptedEvents: EventStore; storedLinks: LinkReader; seals: readonly SealCheck[] };

/** How the next event differs from the stored chain; `isOfChain` where the chain was altered and not the log. */
async function explain({ encryptedEvents, storedLinks, seals }: ExplainDeps, walk: WalkState) {
  const ordinal = walk.events + 1;
  const { events: currentEvents } = await readUntilCorrupt(encryptedEvents, walk.upTo, contextSize);
  const links = await storedLinks.readMany(ordinal, contextSize);
  const difference = describeTampering({ ordinal, before: walk.hash, currentEvents, links });
  const seal = seals.find((one) => one.ordinal >= ordinal && one.state === 'not-reached');
  const link = seal ? await storedLinks.at(seal.ordinal) : null;
  // A seal that matches the stored chain means that the log was altered; one that does not, that the chain was.
  return { difference, isOfChain: seal !== undefined && link !== null && link.hash.toString('hex') !== seal.hash };
}

async function describeBroken({ at }: LinkReader, ordinal: number): Promise<LogDifference> {
  return describeUnreadable(ordinal, (await at(ordinal))?.position ?? null);
}

/** Checks the seals over the events read so far against the computed hash and the root of the Merkle tree. */
function checkSeals(walk: WalkState, seals: readonly SealCheck[]): LogDifference | null {
  for (const seal of seals) {
    if (seal.state !== 'not-reached') continue;
    const isSameTree = seal.root === undefined || seal.root === walk.tree.root()?.toString('hex');
    seal.state = isSameTree && seal.hash === walk.hash.toString('hex') ? 'good' : 'differs';
    if (seal.state === 'differs') return describeSealMismatch(seal, walk.sealedUpTo);
    walk.sealedUpTo = walk.upTo;
  }
  return null;
}

/** A file may hold events at positions before the first that a reader returns. */
async function findEarlierEvent(encryptedEvents: EventStore): Promise<LogDifference | null> {
  const [first] = (await readUntilCorrupt(encryptedEvents, startPosition, 1)).events;
  const [earlier] = first ? await encryptedEvents.readAllBackwards(first.position, 1) : [];
  return earlier ? describeInserted(1, earlier) : null;
}

function describeAlteredChain(position: Position): string {
  return `The chain kept beside the views was altered from position ${position} on: the log itself agrees with its seals.`;
}

function describeSealMismatch({ position, ordinal }: SealCheck, sealedUpTo: Position): LogDifference {
  const sentence = `The log does not fit its seal at position ${position}: something was altered after position ${sealedUpTo} and before that seal, and the chain beside the views with it.`;
  return { position: sealedUpTo, ordinal, kind: 'seal', sentence };
}
