import { type Position, startPosition } from '#domain/shared/decider.ts';
import { createYielder } from '#server/lib/delay.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { Checkpoint, Subscriber } from '#server/platform/subscriptions/subscriber.ts';
import type { NewOutboxItem } from './item.ts';
import type { Outbox } from './outbox.ts';

/** At most this many items are put before the checkpoint is saved and more are built. */
const maxItemsPerPut = 10_000;

type OutboxSubscriberOptions<C> = {
  /** The label of the subscription. */
  name: string;
  handles: readonly string[];
  checkpoint: Checkpoint;
  /** In ms: as for a subscriber. */
  collectMs: number;
  outbox: Pick<Outbox, 'put' | 'notify'>;
  /** The items that an event causes, the same each time. */
  buildItems: (event: StoredEvent) => Promise<NewOutboxItem<C>[]>;
  /** Joins the contents of two items of one `joinKey`. */
  join?: (first: C, next: C) => C;
};

/**
 * The durable checkpoint, by whichever process it was saved; it may be an older one that is at `wanted` already. After a
 * crash, the items of later events are put again.
 */
export type SavedPosition = (wanted: Position) => Promise<Position>;

export type OutboxSubscriber = Subscriber & {
  savedPosition: SavedPosition;
};

/** Puts what events cause into the outbox, each once, also if an event comes again. */
export function createOutboxSubscriber<C>(options: OutboxSubscriberOptions<C>): OutboxSubscriber {
  const { name, handles, checkpoint, collectMs, outbox, buildItems, join } = options;
  let saved = startPosition;

  const recordSaved = (position: Position) => {
    saved = position;
    outbox.notify();
  };
  const save = async (position: Position) => {
    await checkpoint.save(position);
    recordSaved(position);
  };
  const put = async (items: NewOutboxItem<C>[], last: StoredEvent) => {
    await outbox.put(items, join ? { join } : {});
    // What was put may be sent from now on: after a crash it should not be put again.
    if (items.length > 0) await save(last.position);
  };
  const handleInOrder = async (events: StoredEvent[]) => {
    let items: NewOutboxItem<C>[] = [];
    const yieldWhenDue = createYielder();
    for (const event of events) {
      await yieldWhenDue();
      items.push(...(await buildItems(event)));
      if (items.length < maxItemsPerPut && event !== events.at(-1)) continue;
      await put(items, event);
      items = [];
    }
  };
  return {
    name,
    handles,
    collectMs,
    checkpoint: {
      ...checkpoint,
      load: async () => {
        recordSaved(await checkpoint.load());
        return saved;
      },
      save,
    },
    handle: handleInOrder,
    /** Its items are joined to no others: later events are in these already. */
    replay: async (event) => outbox.put(await buildItems(event)),
    savedPosition: async (wanted) => {
      if (wanted > saved) saved = await checkpoint.load();
      return saved;
    },
  };
}
