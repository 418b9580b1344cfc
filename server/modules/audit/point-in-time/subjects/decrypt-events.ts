import { erasedText } from '#domain/event-catalog/personal-data.ts';
import { createBatchUpcaster } from '#server/platform/event-store/upcasting.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { ciphertextOf } from '#server/platform/encryption/open-events.ts';

const upcastAll = createBatchUpcaster();

export type DecryptEvents = (events: StoredEvent[]) => Promise<StoredEvent[]>;

/**
 * Stored events in their present shapes, with the personal texts decrypted at the given indexes only: decrypting all of
 * a long history takes far longer than folding it. In the others encrypted texts read '[erased]'.
 */
export async function decryptEvents(
  events: readonly StoredEvent[],
  selected: ReadonlySet<number>,
  decrypt: DecryptEvents,
): Promise<StoredEvent[]> {
  const indexes = [...selected];
  const decrypted = await decrypt(indexes.flatMap((index) => events[index] ?? []));
  const byIndex = new Map(indexes.map((index, nth) => [index, decrypted[nth]]));
  return upcastAll(events.map((event, index) => byIndex.get(index) ?? event));
}

/** Indexes of the encrypted events of these types, or of all. */
export function findEncrypted(events: readonly StoredEvent[], types?: ReadonlySet<string>): number[] {
  return events.flatMap((event, index) =>
    (types === undefined || types.has(event.type)) && ciphertextOf(event) !== undefined ? [index] : [],
  );
}

/**
 * Indexes of the events whose encrypted texts may still be visible in a state after `count` events, or after one less:
 * a personal text is valid until the next event of the same type replaces it.
 */
export function findVisible(events: readonly StoredEvent[], count: number): number[] {
  const indexes: number[] = [];
  const of = new Map<string, number>();
  for (let index = count - 1; index >= 0; index -= 1) {
    const event = events[index];
    const countOfType = event ? (of.get(event.type) ?? 0) : 2;
    if (!event || countOfType === 2 || ciphertextOf(event) === undefined) continue;
    of.set(event.type, countOfType + 1);
    indexes.push(index);
  }
  return indexes;
}

/** Whether an '[erased]' text is left, which may only be there because it was not decrypted. */
export function hasErased(...states: unknown[]): boolean {
  return JSON.stringify(states).includes(erasedText);
}
