import { type Position, startPosition } from '#domain/shared/decider.ts';
import { createYielder } from '#server/lib/delay.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { TermCheckpoint, Terms } from '#server/platform/subscriptions/checkpoints.ts';
import type { Subscriber } from '#server/platform/subscriptions/subscriber.ts';
import type { NewOutboxItem } from './item.ts';
import type { Outbox } from './outbox.ts';

/** At most this many items are put before the checkpoint is saved and more are built. */
const maxItemsPerPut = 10_000;

type OutboxSubscriberOptions<C> = {
  /** The label of the subscription. */
  name: string;
  handles: readonly string[];
  checkpoint: TermCheckpoint;
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
export type FindTerms = (wanted: Position) => Promise<Terms>;

export type OutboxSubscriber = Subscriber & { findTerms: FindTerms };

/** Puts what events cause into the outbox, each once, also if an event comes again. */
export function createOutboxSubscriber<C>(options: OutboxSubscriberOptions<C>): OutboxSubscriber {
  const { name, handles, checkpoint, collectMs, outbox, buildItems, join } = options;
  let known: Terms = { term: 0, position: startPosition, ends: {} };
  /** Of this process: the known one may be that of another. */
  let term = 0;

  /** One that was read before another was saved may come after it. */
  const recordKnown = (terms: Terms) => {
    if (terms.term >= known.term && terms.position >= known.position) known = terms;
  };
  const save = async (position: Position) => {
    await checkpoint.save(position, term);
    recordKnown({ ...known, position });
    outbox.notify();
  };
  const put = async (items: NewOutboxItem<C>[], last: StoredEvent) => {
    await outbox.put(items, { terms: { ...known, term }, ...(join && { join }) });
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
      load: async () => {
        const begun = await checkpoint.begin();
        term = begun.term;
        recordKnown(begun);
        outbox.notify();
        return begun.position;
      },
      save,
    },
    handle: handleInOrder,
    /** Its items are joined to no others: later events are in these already. */
    replay: async (event) => outbox.put(await buildItems(event)),
    findTerms: async (wanted) => {
      if (wanted > known.position) recordKnown(await checkpoint.read());
      return known;
    },
  };
}
