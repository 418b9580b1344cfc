import type { LogDifference, SealCheck } from '#domain/history/contract.ts';
import type { Position } from '#domain/shared/decider.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { StoredChain } from '../hash-chain/chain-blocks.ts';
import { findSealDifference, findHiddenSeal, type PublicKeys, readSeals } from '../hash-chain/check-seals.ts';
import type { ExternalSeal } from '../hash-chain/external-seal.ts';
import { type BlockCheckOptions, createBlockChecks } from './block-checks.ts';
import { createChainWalker, hasRoots } from './chain-walker.ts';
import { findStart, type VerifiedSeal } from './verified-seal.ts';

/** The result of a verification: the events from number `from` to number `events` are valid, the last of them at `upTo`. */
export type VerificationVerdict = {
  from: number;
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
  /** What auditors and witnesses keep. */
  externalSeals?: readonly ExternalSeal[];
  /** The seal up to which the log was verified before. */
  verifiedSeal?: VerifiedSeal | null;
  /** Whether to read the whole log even so. */
  isFull?: boolean;
  /** Compares blocks in other threads; without it, all is done in this one. */
  checkBlocks?: BlockCheckOptions['check'] | null;
  onProgress?: (events: number) => void;
};

/**
 * Computes the chain from the store and compares it with the stored one, and with every seal and its signature; stops
 * at the first difference. It begins after the events of `verifiedSeal`, where the log has that seal as it was. Events may
 * be written at the same time. Throws StoreUnavailable.
 */
export async function verifyChain(options: VerifyOptions): Promise<VerificationVerdict> {
  const { seals, walk, checks, lost } = await prepareVerification(options);
  const finish = (difference: LogDifference | null) => ({ ...walk.measureProgress(), seals, difference });
  const earlier = await walk.findEarlier();
  if (earlier) return finish(earlier);
  for (;;) {
    options.onProgress?.(walk.measureProgress().events);
    const end = await walk.advance(checks);
    if (end !== 'go on') return finish(end ?? (await checkSealList(options, seals, walk.sealPositions)) ?? lost);
  }
}

async function checkSealList(
  options: VerifyOptions,
  seals: readonly SealCheck[],
  walkedSeals: readonly Position[],
): Promise<LogDifference | null> {
  return findSealDifference(seals) ?? findHiddenSeal(options, { seals, walkedSeals });
}

async function prepareVerification(options: VerifyOptions) {
  const { encryptedEvents, chain, keys, externalSeals = [] } = options;
  const seals = await readSeals(encryptedEvents, keys);
  const { start, lost } = await findStart(options, seals);
  const closedAt = (await chain?.closedAt()) ?? Infinity;
  const walk = createChainWalker({ encryptedEvents, chain, externalSeals, start, closedAt }, seals);
  return { seals, walk, checks: createChecks(options, [...seals, ...externalSeals], closedAt), lost };
}

type SealInLog = Pick<SealCheck, 'ordinal' | 'root'>;

function createChecks({ chain, checkBlocks: check }: VerifyOptions, seals: readonly SealInLog[], closedAt: number) {
  if (chain === null || !check) return null;
  const stops = [...seals.map(({ ordinal }) => ordinal), closedAt + 1];
  return createBlockChecks({ chain, check, hasTree: hasRoots(seals), stops });
}
