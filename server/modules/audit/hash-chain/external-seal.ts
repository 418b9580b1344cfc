import type { LogDifference } from '#domain/history/contract.ts';
import type { Position } from '#domain/shared/decider.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { StartupError } from '#server/lib/errors.ts';
import type { RootBuilder } from '#server/lib/merkle-tree/root-builder.ts';

/**
 * A seal that is kept elsewhere, where no writer of the log can change it: the hash (hex) after this number of events,
 * and the root (hex) of the tree over them.
 */
export type ExternalSeal = {
  name: string;
  ordinal: number;
  hash: string;
  root?: string;
  /** False where its signature is not of the log's key. */
  isSigned?: boolean;
};

/** `events:hash`, as a verification prints it. Throws StartupError. */
export function parseExternalSeal(text: string): ExternalSeal {
  const [, ordinal, hash] = /^([1-9]\d{0,14}):([\da-f]{64})$/i.exec(text.trim()) ?? [];
  if (ordinal !== undefined && hash !== undefined)
    return { name: 'the seal that was noted elsewhere', ordinal: Number(ordinal), hash: hash.toLowerCase() };
  throw new StartupError(
    '--seal must be a number of events and the hash after them, such as 1000:0f3a…, as verify prints it',
  );
}

type VerifiedPrefix = { events: number; hash: Buffer; sealedUpTo: Position; tree: Pick<RootBuilder, 'root'> | null };
type ExternalCheck = (prefix: VerifiedPrefix, isEnd: boolean) => LogDifference | null;

/** Finds the difference from seals kept elsewhere once the log was read up to one, or to its end. */
export function createExternalCheck(seals: readonly ExternalSeal[]): ExternalCheck {
  const sealsByOrdinal = Map.groupBy(seals, ({ ordinal }) => ordinal);
  return (prefix, isEnd) => {
    const unreached = isEnd ? seals.find(({ ordinal }) => ordinal > prefix.events) : undefined;
    if (unreached !== undefined) return describeUnreached(unreached, prefix.events);
    const wrong = isEnd ? undefined : sealsByOrdinal.get(prefix.events)?.find((seal) => !isFitting(seal, prefix));
    return wrong === undefined ? null : describeWrong(wrong, prefix.sealedUpTo);
  };
}

function isFitting({ hash, root, isSigned = true }: ExternalSeal, prefix: VerifiedPrefix): boolean {
  const isSameTree = root === undefined || root === prefix.tree?.root()?.toString('hex');
  return isSigned && isSameTree && hash === prefix.hash.toString('hex');
}

function describeUnreached({ name, ordinal }: ExternalSeal, events: number): LogDifference {
  const sentence = `${capitalize(name)} covers ${ordinal} events, and the log has ${events}: what stood behind them was removed, with all that is kept here of it.`;
  return { position: null, ordinal: events + 1, kind: 'missing', sentence };
}

function describeWrong({ name, ordinal, isSigned = true }: ExternalSeal, sealedUpTo: Position): LogDifference {
  const sentence = isSigned
    ? `The first ${ordinal} events do not fit ${name}: something after position ${sealedUpTo} was altered, and the seals or the chain kept here with it.`
    : `${capitalize(name)} was not signed by the key that is known here: the key was replaced, or the seal is of another log.`;
  return { position: sealedUpTo, ordinal, kind: 'seal', sentence };
}
