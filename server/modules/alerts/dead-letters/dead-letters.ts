import type { Documents } from '#projections/store/port.ts';
import { countDeadItems } from '#server/platform/outbox/item-counts.ts';
import { countFailedEvents } from '#server/platform/subscriptions/failed-events.ts';

/** A cursor continues after an item of the outbox, or, behind all items, after an event; alone it is the beginning. */
export const itemCursorPrefix = 'item:';
export const eventCursorPrefix = 'event:';

export const unknownRefusal = 'No such dead letter';

/** The dead letter's id in the API, by its id in its store, which has characters that have a meaning in a path. */
export function toDeadLetterId(itemId: string): string {
  return Buffer.from(itemId).toString('base64url');
}

/** The id in its store. */
export function fromDeadLetterId(id: string): string {
  return Buffer.from(id, 'base64url').toString();
}

export async function countDeadLetters({ documents }: { documents: Documents }): Promise<number> {
  const counts = await Promise.all([countDeadItems(documents), countFailedEvents(documents)]);
  return counts.reduce((sum, count) => sum + count, 0);
}
