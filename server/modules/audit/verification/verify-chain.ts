import type { LogDifference, SealCheck } from '#domain/history/contract.ts';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { genesisHash, hashEvent } from '../hash-chain/chain.ts';
import type { StoredChain } from '../hash-chain/chain-blocks.ts';
import { describeTampering, describeInserted, describeMissing, describeUnreadable } from './describe-tampering.ts';
import { findSealDifference, findHiddenSeal, isSeal, type PublicKeys, readSeals } from '../hash-chain/check-seals.ts';
import { createLinkReader, type ChainLink } from '../hash-chain/stored-links.ts';
import { compareExternalSeal, type ExternalSeal } from '../hash-chain/external-seal.ts';

/** Events after a position as far as they can be read; `isBroken` where the next one cannot. */
type ReadableEvents = { events: StoredEvent[]; isBroken: boolean };

/** The result of a verification: `events` are valid, the last of them at `upTo`. */
export type VerificationVerdict = {
  events: number;
  upTo: Position;
  difference: LogDifference | null;
  seals: SealCheck[];
};

export type VerifyOptions = {
  /** The lowest layer: the events on disk. */
  encryptedEvents: EventStore;
  chain: StoredChain | null;
  keys: PublicKeys;
  /** A seal that an auditor noted elsewhere. */
  externalSeal?: ExternalSeal | null;
  onProgress?: (events: number) => void;
};

const readBatchSize = 2_000;
/** Events that are read around a difference, to describe it. */
const contextSize = 1_000;

/**
 * Computes the chain from the store and compares it with the stored one, and with every seal and its signature; stops
 * at the first difference. Events may be written at the same time. Throws StoreUnavailable.
 */
export async function verifyChain({
  encryptedEvents,
  chain,
  keys,
  externalSeal = null,
  onProgress,
}: VerifyOptions): Promise<VerificationVerdict> {
  const seals = await readSeals(encryptedEvents, keys);
  const walk = createChainWalker({ encryptedEvents, chain, externalSeal }, seals, await findClosedEnd(chain));
  for (;;) {
    const { events, isBroken } = await readUntilCorrupt(encryptedEvents, walk.position(), readBatchSize);
    const difference = await walk.processBatch(events, isBroken);
    if (difference) return { ...walk.measureProgress(), seals, difference };
    onProgress?.(walk.measureProgress().events);
    if (events.length > 0) continue;
    const end = await walk.checkEnd();
    if (end === 'go on') continue;
    const hidden = () => findHiddenSeal(encryptedEvents, keys, { seals, walkedSeals: walk.seals });
    return { ...walk.measureProgress(), seals, difference: end ?? findSealDifference(seals) ?? (await hidden()) };
  }
}

async function findClosedEnd(chain: StoredChain | null): Promise<number> {
  return (await chain?.closedAt()) ?? Infinity;
}

type WalkState = {
  hash: Buffer;
  events: number;
  upTo: Position;
  /** The last event that a seal covers. */
  sealedUpTo: Position;
  /** Where the stored chain is not the one that was signed: the log may still be valid. */
  suspectedDifference: LogDifference | null;
};

const initialWalk: WalkState = {
  hash: genesisHash,
  events: 0,
  upTo: startPosition,
  sealedUpTo: startPosition,
  suspectedDifference: null,
};

type ChainWalkerDeps = { encryptedEvents: EventStore; chain: StoredChain | null; externalSeal: ExternalSeal | null };

function createChainWalker(
  { encryptedEvents, chain, externalSeal }: ChainWalkerDeps,
  seals: SealCheck[],
  closedAt: number,
) {
  const walked: Position[] = [];
  const storedLinks = createLinkReader(chain);
  const sealsByOrdinal = Map.groupBy(seals, ({ ordinal }) => ordinal);
  const walk = { ...initialWalk };

  const isAsStored = (link: ChainLink | null, next: Buffer, { position }: StoredEvent) =>
    walk.suspectedDifference !== null || link === null || (link.position === position && link.hash.equals(next));

  const explainDifference = async (event: StoredEvent): Promise<LogDifference | null> => {
    const ordinal = walk.events + 1;
    const { events: currentEvents } = await readUntilCorrupt(encryptedEvents, walk.upTo, contextSize);
    const links = await storedLinks.readMany(ordinal, contextSize);
    const difference = describeTampering({ ordinal, before: walk.hash, currentEvents, links });
    const seal = seals.find((one) => one.ordinal >= ordinal && one.state === 'not-reached');
    const link = seal ? await storedLinks.at(seal.ordinal) : null;
    // A seal that matches the stored chain means that the log was altered; one that does not, that the chain was.
    if (!seal || !link || link.hash.toString('hex') === seal.hash) return difference;
    walk.suspectedDifference = { ...difference, kind: 'chain', sentence: describeAlteredChain(event.position) };
    return null;
  };
  const describeBroken = async (): Promise<LogDifference> => {
    const link = await storedLinks.at(walk.events + 1);
    return describeUnreadable(walk.events + 1, link?.position ?? null);
  };
  const step = (event: StoredEvent, next: Buffer): LogDifference | null => {
    walk.hash = next;
    walk.events += 1;
    walk.upTo = event.position;
    if (isSeal(event)) walked.push(event.position);
    return compareExternalSeal(externalSeal, walk, false) ?? checkSeals(walk, sealsByOrdinal.get(walk.events) ?? []);
  };

  return {
    position: () => walk.upTo,
    /** The positions of the seals. */
    seals: walked,
    measureProgress: () => ({ events: walk.events, upTo: walk.upTo }),
    /**
     * Continues with these events, after which one cannot be read where it `isBroken`; the first difference, or null.
     */
    processBatch: async (batch: readonly StoredEvent[], isBroken: boolean): Promise<LogDifference | null> => {
      const earlier = walk.events === 0 ? await findEarlierEvent(encryptedEvents, batch[0]) : null;
      if (earlier) return earlier;
      for (const event of batch) {
        if (walk.events === closedAt) return describeInserted(walk.events + 1, event);
        const next = hashEvent(walk.hash, event);
        // Most links are in memory, and an await for each of a million events would be slow.
        const cachedLink = storedLinks.readCached(walk.events + 1);
        const link = cachedLink === undefined ? await storedLinks.at(walk.events + 1) : cachedLink;
        const difference = (isAsStored(link, next, event) ? null : await explainDifference(event)) ?? step(event, next);
        if (difference) return difference;
      }
      return isBroken ? describeBroken() : null;
    },
    checkEnd: async (): Promise<LogDifference | 'go on' | null> => {
      if (walk.suspectedDifference) return walk.suspectedDifference;
      const length = (await chain?.length()) ?? 0;
      if (length <= walk.events) return compareExternalSeal(externalSeal, walk, true);
      // Events that the chain has by now the log has too, unless they were removed.
      if ((await encryptedEvents.readAll(walk.upTo, 1)).length > 0) return 'go on';
      const link = await createLinkReader(chain).at(walk.events + 1);
      return describeMissing(walk.events + 1, link?.position ?? null);
    },
  };
}

/** Checks the seals over the events read so far against the computed hash. */
function checkSeals(walk: WalkState, seals: readonly SealCheck[]): LogDifference | null {
  for (const seal of seals) {
    if (seal.state !== 'not-reached') continue;
    seal.state = seal.hash === walk.hash.toString('hex') ? 'good' : 'differs';
    if (seal.state === 'differs') return describeSealMismatch(seal, walk.sealedUpTo);
    walk.sealedUpTo = walk.upTo;
  }
  return null;
}

/** A file may hold events at positions before the first that a reader returns. */
async function findEarlierEvent(
  encryptedEvents: EventStore,
  first: StoredEvent | undefined,
): Promise<LogDifference | null> {
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

/** Throws StoreUnavailable. */
async function readUntilCorrupt(
  encryptedEvents: Pick<EventStore, 'readAll'>,
  after: Position,
  limit: number,
): Promise<ReadableEvents> {
  try {
    return { events: await encryptedEvents.readAll(after, limit), isBroken: false };
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    if (limit === 1) return { events: [], isBroken: true };
  }
  const half = Math.floor(limit / 2);
  const first = await readUntilCorrupt(encryptedEvents, after, half);
  if (first.isBroken || first.events.length < half) return first;
  const secondHalf = await readUntilCorrupt(encryptedEvents, first.events.at(-1)?.position ?? after, limit - half);
  return { events: [...first.events, ...secondHalf.events], isBroken: secondHalf.isBroken };
}
