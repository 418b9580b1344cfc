import type { Documents } from '#projections/store/port.ts';
import { outboxSpace } from './item.ts';

type Counts = Pick<Documents, 'count'>;

/** How many items of a channel are still to be sent. */
export function countUnsentItems(documents: Counts, channel: string): Promise<number> {
  return documents.count(outboxSpace, { channel, state: { in: ['waiting', 'sending'] } });
}

/** How many items failed permanently, of all channels. */
export function countDeadItems(documents: Counts): Promise<number> {
  return documents.count(outboxSpace, { state: 'dead' });
}
