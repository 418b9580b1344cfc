import { type KeyObject, verify as isSigned } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { sealStream } from '#domain/event-catalog/streams.ts';
import type { LogDifference, SealCheck } from '#domain/history/contract.ts';
import type { Position } from '#domain/shared/decider.ts';
import { type Seal, serializeSeal } from '#domain/log-seal/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import { computeKeyId, parsePublicKey } from '#server/lib/evidence/public-key.ts';
import { hasDamagedData } from '#server/platform/event-store/damage.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';

/** Public keys by their id. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

/** Keys in PEM, or in base64. Throws where a text is not a key. */
export function parsePublicKeys(pems: readonly string[]): PublicKeys {
  return new Map(
    pems.map((pem) => {
      const key = parsePublicKey(pem);
      return [computeKeyId(key), key];
    }),
  );
}

/** Throws StartupError with a sentence. */
export function loadPublicKey(keyOrPath: string): PublicKeys {
  const text = existsSync(keyOrPath) ? readFileSync(keyOrPath, 'utf8') : keyOrPath;
  try {
    return parsePublicKeys([text]);
  } catch (error) {
    throw new StartupError(
      '--public-key must be a file with the public key that verifies the seals, or that key in base64',
      {
        cause: error,
      },
    );
  }
}

/** Every seal of the log, so far checked only by its signature: the hash is checked when the log is read. */
export async function readSeals(encryptedEvents: Pick<EventStore, 'read'>, keys: PublicKeys): Promise<SealCheck[]> {
  try {
    const { events } = await encryptedEvents.read(sealStream);
    return events.flatMap((event) => toJudgedSeal(event, keys) ?? []);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    return []; // an unreadable seal is found at its position
  }
}

export function isSeal({ stream, type }: StoredEvent): boolean {
  return stream === sealStream && type === 'LogSealed';
}

/** A seal that is in the log but not in its own stream, as the first difference; null where there is none. */
export async function findHiddenSeal(
  { encryptedEvents, keys }: { encryptedEvents: Pick<EventStore, 'read'>; keys: PublicKeys },
  { seals, walkedSeals }: { seals: readonly SealCheck[]; walkedSeals: readonly Position[] },
): Promise<LogDifference | null> {
  const isMissing = (listed: readonly SealCheck[]) => (at: Position) => !listed.some(({ position }) => position === at);
  const unlisted = walkedSeals.filter(isMissing(seals));
  // A seal that was written in the meantime is listed now.
  const [position] = unlisted.length === 0 ? [] : unlisted.filter(isMissing(await readSeals(encryptedEvents, keys)));
  if (position === undefined) return null;
  const sentence = `The seal at position ${position} is not found in its stream: the store was altered so that it is not looked at.`;
  return { position, ordinal: 0, kind: 'seal', sentence };
}

function toJudgedSeal(event: StoredEvent, keys: PublicKeys): SealCheck | null {
  const { type, data, position } = event;
  if (type !== 'LogSealed' || hasDamagedData(event)) return null;
  const seal = data as Seal; // the only type of this stream; any error in it makes the signature invalid
  const { ordinal, hash, root, at, keyId } = seal;
  return { position, ordinal, hash, ...(root !== undefined && { root }), at, keyId, state: checkSignature(seal, keys) };
}

export function checkSignature(seal: Seal, keys: PublicKeys): SealCheck['state'] {
  const key = keys.get(seal.keyId);
  if (!key) return 'unknown-key';
  try {
    const signature = Buffer.from(seal.signature, 'base64');
    return isSigned(null, Buffer.from(serializeSeal(seal)), key, signature) ? 'not-reached' : 'bad-signature';
  } catch {
    return 'bad-signature'; // not of the type that a signature has
  }
}

/** The error of a seal, as the first difference of the log; null where there is none. */
export function findSealDifference(seals: readonly SealCheck[]): LogDifference | null {
  const wrong = seals.find(({ state }) => state !== 'good');
  if (!wrong) return null;
  const { position, ordinal, state } = wrong;
  const which = `The seal at position ${position}`;
  const sentences: Record<Exclude<SealCheck['state'], 'good' | 'differs'>, string> = {
    'bad-signature': `${which} was not signed by its key: it was forged or changed.`,
    'unknown-key': `${which} was signed by a key that is not known here (${wrong.keyId}).`,
    'not-reached': `${which} covers ${ordinal} events, and the log has fewer.`,
  };
  const sentence = state === 'differs' || state === 'good' ? `${which} does not fit the log.` : sentences[state];
  return { position, ordinal, kind: 'seal', sentence };
}
