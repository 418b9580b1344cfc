import type { DocPage, Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { type NewOutboxItem, type OutboxItem, outboxSpace } from './item.ts';
import { type PutOptions, putItems } from './put-items.ts';

export type Outbox = ReturnType<typeof createOutbox>;

/** Messages to users, durable until they are accepted. Any process puts them, and any sends them (`startOutboxSender`). */
export function createOutbox({ documents, clock }: { documents: Documents; clock: Clock }) {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const findDead = async <C>(id: string): Promise<OutboxItem<C> | null> => {
    const item = await documents.get<OutboxItem<C>>(outboxSpace, id);
    return item?.state === 'dead' ? item : null;
  };

  return {
    /** Durable when it resolves. An item that is in the outbox already, or was joined to one, has no effect. */
    put: async <C>(items: NewOutboxItem<C>[], options: PutOptions<C> = {}): Promise<void> => {
      await putItems({ documents, clock }, items, options);
      notify();
    },
    /** Tells the sender of this process that it may find more to send. */
    notify,
    /** Calls `listener` when this process has put items; returns what ends that. */
    onPut: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    findDead,
    /** Items that failed permanently, newest first, of all channels. */
    listDead: (limit: number, cursor?: string): Promise<DocPage<OutboxItem>> =>
      documents.list<OutboxItem>(outboxSpace, {
        where: { state: 'dead' },
        sort: [{ field: 'due', direction: 'desc' }],
        limit,
        ...(cursor !== undefined && { cursor }),
      }),

    /** Those that failed up to `until` (ms since 1970), oldest first. */
    listDeadUntil: (until: number, limit: number, cursor?: string): Promise<DocPage<OutboxItem>> =>
      documents.list<OutboxItem>(outboxSpace, {
        where: { state: 'dead', due: { lt: until + 1 } },
        sort: [{ field: 'due', direction: 'asc' }],
        limit,
        ...(cursor !== undefined && { cursor }),
      }),

    /** Puts a dead item back to be sent at once, with all its attempts. False where it is not dead any more. */
    resend: async (id: string): Promise<boolean> => {
      const item = await findDead(id);
      if (item === null) return false;
      const now = clock().getTime();
      const next: OutboxItem = { ...item, state: 'waiting', attempts: 0, due: now, queuedAt: now };
      const isResent = await documents.compareAndSet(outboxSpace, item, next);
      notify();
      return isResent;
    },
    /** Removes a dead item. */
    discard: async (id: string): Promise<boolean> => {
      const item = await findDead(id);
      return item !== null && documents.compareAndSet(outboxSpace, item, null);
    },
  };
}
