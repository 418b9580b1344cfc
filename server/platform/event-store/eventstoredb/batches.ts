import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { toOwnEvent, getPosition } from './events.ts';
import type { StoredEvent } from '../port.ts';

/** `events` is empty where the server only reported how far it has read; `position` is where to continue after them. */
export type SubscriptionBatch = { events: StoredEvent[]; position: Position };

export const maxBatchEvents = 500;

/** Cuts the buffered events of a subscription into batches. */
export function createBatcher(next: () => AllStreamResolvedEvent | null) {
  const marks: { position: Position; after: number }[] = [];
  let takenCount = 0;

  return {
    /** The server has read up to `position`, beyond the `ready` events that are not taken yet. */
    mark: (position: Position, ready: number) => void marks.push({ position, after: takenCount + ready }),

    /** The buffered events; null when there are none. */
    take: (): SubscriptionBatch | null => {
      const events: StoredEvent[] = [];
      let endPosition = startPosition;
      for (let count = 0; count < maxBatchEvents; count += 1) {
        const read = next();
        if (read === null) break;
        takenCount += 1;
        endPosition = getPosition(read);
        const event = toOwnEvent(read);
        if (event) events.push(event);
      }
      for (; marks[0] && marks[0].after <= takenCount; marks.shift()) {
        // Events that came after the checkpoint may have been taken with it.
        if (marks[0].position > endPosition) endPosition = marks[0].position;
      }
      return endPosition === startPosition ? null : { events, position: endPosition };
    },
  };
}
