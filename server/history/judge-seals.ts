import { createPublicKey, type KeyObject, verify as isSigned } from 'node:crypto';
import type { Difference, JudgedSeal } from '#domain/history/contract.ts';
import { type Seal, sealedText } from '#domain/seal/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '../event-store/port.ts';
import { keyIdOf } from './seal-key.ts';

export const sealStream = 'seal';

/** Public keys by their id. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

/** Keys in PEM. Throws where one is none. */
export function publicKeys(pems: readonly string[]): PublicKeys {
  return new Map(
    pems.map((pem) => {
      const key = createPublicKey(pem);
      return [keyIdOf(key), key];
    }),
  );
}

/** Every seal of the log, judged by its signature alone so far: the hash comes when the log is read. */
export async function sealsOf(stored: Pick<EventStore, 'read'>, keys: PublicKeys): Promise<JudgedSeal[]> {
  try {
    const { events } = await stored.read(sealStream);
    return events.flatMap((event) => sealIn(event, keys) ?? []);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    return []; // one that cannot be read is found where it stands
  }
}

function sealIn({ type, data, position }: StoredEvent, keys: PublicKeys): JudgedSeal | null {
  if (type !== 'LogSealed') return null;
  const seal = data as Seal; // the one type of this stream; what is wrong in it makes the signature wrong
  const { ordinal, hash, at, keyId } = seal;
  return { position, ordinal, hash, at, keyId, state: stateOf(seal, keys) };
}

function stateOf(seal: Seal, keys: PublicKeys): JudgedSeal['state'] {
  const key = keys.get(seal.keyId);
  if (!key) return 'unknown-key';
  const signature = Buffer.from(String(seal.signature), 'base64');
  return isSigned(null, Buffer.from(sealedText(seal)), key, signature) ? 'not-reached' : 'bad-signature';
}

/** What is wrong with a seal, as the first difference of the log; null where nothing is. */
export function differenceOf(seals: readonly JudgedSeal[]): Difference | null {
  const wrong = seals.find(({ state }) => state !== 'good');
  if (!wrong) return null;
  const { position, ordinal, state } = wrong;
  const which = `The seal at position ${position}`;
  const sentences: Record<Exclude<JudgedSeal['state'], 'good' | 'differs'>, string> = {
    'bad-signature': `${which} was not signed by its key: it was forged or changed.`,
    'unknown-key': `${which} was signed by a key that is not known here (${wrong.keyId}).`,
    'not-reached': `${which} covers ${ordinal} events, and the log has fewer.`,
  };
  const sentence = state === 'differs' || state === 'good' ? `${which} does not fit the log.` : sentences[state];
  return { position, ordinal, kind: 'seal', sentence };
}
