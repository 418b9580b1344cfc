import { erasedText } from '#domain/event-catalog/personal-data.ts';
import { upcast } from '#domain/event-catalog/upcasters.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { ciphertextOf } from '#server/platform/encryption/encrypted-event-store.ts';

export type DecryptEvents = (events: StoredEvent[]) => Promise<StoredEvent[]>;

/**
 * Events as they lie on disk in today's shapes, with the personal texts of those at the indexes given: to open all of a
 * long life takes far longer than folding it. The others read '[erased]' where something is sealed.
 */
export async function decryptEvents(
  events: readonly StoredEvent[],
  selected: ReadonlySet<number>,
  decrypt: DecryptEvents,
): Promise<StoredEvent[]> {
  const indexes = [...selected];
  const decrypted = await decrypt(indexes.flatMap((index) => events[index] ?? []));
  const byIndex = new Map(indexes.map((index, nth) => [index, decrypted[nth]]));
  return events.map((event, index) => upcast(byIndex.get(index) ?? event));
}

/** Indexes of the sealed events of these types, or of all. */
export function findEncrypted(events: readonly StoredEvent[], types?: ReadonlySet<string>): number[] {
  return events.flatMap((event, index) =>
    (types === undefined || types.has(event.type)) && ciphertextOf(event) !== undefined ? [index] : [],
  );
}

/**
 * Indexes of the events whose sealed texts a state after `count` events, or after one less, may still show: what an
 * event says of a person holds until the next of its type says it anew.
 */
export function findVisible(events: readonly StoredEvent[], count: number): number[] {
  const found: number[] = [];
  const of = new Map<string, number>();
  for (let index = count - 1; index >= 0; index -= 1) {
    const event = events[index];
    const known = event ? (of.get(event.type) ?? 0) : 2;
    if (!event || known === 2 || ciphertextOf(event) === undefined) continue;
    of.set(event.type, known + 1);
    found.push(index);
  }
  return found;
}

/** Whether something that reads '[erased]' is left, which may only be there because it was not opened. */
export function hasErased(...states: unknown[]): boolean {
  return JSON.stringify(states).includes(erasedText);
}
