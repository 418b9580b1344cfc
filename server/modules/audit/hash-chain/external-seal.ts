import type { LogDifference } from '#domain/history/contract.ts';
import type { Position } from '#domain/shared/decider.ts';
import { StartupError } from '#server/lib/errors.ts';

/**
 * A seal that was noted elsewhere, where no writer of the log can change it: the hash (hex) after this number of
 * events.
 */
export type ExternalSeal = { ordinal: number; hash: string };

/** `events:hash`, as a verification prints it. Throws StartupError. */
export function parseExternalSeal(text: string): ExternalSeal {
  const [, ordinal, hash] = /^([1-9]\d{0,14}):([\da-f]{64})$/i.exec(text.trim()) ?? [];
  if (ordinal !== undefined && hash !== undefined) return { ordinal: Number(ordinal), hash: hash.toLowerCase() };
  throw new StartupError(
    '--seal must be a number of events and the hash after them, such as 1000:0f3a…, as verify prints it',
  );
}

type VerifiedPrefix = { events: number; hash: Buffer; sealedUpTo: Position };

/** The difference from a noted seal once the log was read up to that event, or to its end; null where there is none. */
export function compareExternalSeal(
  externalSeal: ExternalSeal | null,
  { events, hash, sealedUpTo }: VerifiedPrefix,
  isEnd: boolean,
): LogDifference | null {
  if (externalSeal === null) return null;
  const { ordinal } = externalSeal;
  if (isEnd && events < ordinal) {
    const sentence = `The seal that was noted elsewhere covers ${ordinal} events, and the log has ${events}: what stood behind them was removed, with all that is kept here of it.`;
    return { position: null, ordinal: events + 1, kind: 'missing', sentence };
  }
  if (events !== ordinal || hash.toString('hex') === externalSeal.hash) return null;
  const sentence = `The first ${ordinal} events do not fit the seal that was noted elsewhere: something after position ${sealedUpTo} was altered, and the seals or the chain kept here with it.`;
  return { position: sealedUpTo, ordinal, kind: 'seal', sentence };
}
