import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { startPosition } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { delay, withTimeout } from '#server/lib/delay.ts';
import { repeatUntilStopped, runEvery } from '#server/lib/scheduler.ts';
import type { ChannelAdapter } from './channel-adapter.ts';
import { type ClaimOwner, type Claims, createClaims } from './claims.ts';
import { judgeItem, type OutboxItem, outboxSpace } from './item.ts';
import type { Outbox } from './outbox.ts';
import type { FindTerms } from './outbox-subscriber.ts';
import { createItemSender } from './send-item.ts';
import { createSleeper } from './sleeper.ts';

/** In ms: how often what other processes have put, and claims whose process is gone, are looked for. */
const lookIntervalMs = 1_000;
const maxSleepMs = 60_000;
const tidyIntervalMs = 5_000;
/** In ms, after an error of the store. */
const errorDelayMs = 1_000;
const defaultShutdownTimeoutMs = 2_000;
/** At most this many ids of due items are in memory, and the content only of those that are being sent. */
const pageSize = 100;

export type SenderDeps = {
  outbox: Pick<Outbox, 'onPut' | 'notify'>;
  documents: Documents;
  clock: Clock;
  log: Logger;
  presence: ClaimOwner;
  /** How long `stop` waits for attempts. */
  shutdownTimeoutMs?: number;
};
type ChannelDeps = SenderDeps & { claims: Claims };
type SenderChannel = {
  adapter: ChannelAdapter;
  /**
   * Items of later facts are not sent yet. Their facts are handled again after a crash, and where their item was sent
   * and is gone, they would be sent again in an item of another id.
   */
  findTerms: FindTerms;
};

/**
 * Sends what is in the outbox, beside the senders of other processes. An item is removed after it was accepted, so that
 * a crash in between sends it once more: under the same id, by which a receiver can recognize it.
 */
export function startOutboxSender(deps: SenderDeps, channels: readonly SenderChannel[]): { stop: () => Promise<void> } {
  const { outbox, documents, clock, log, shutdownTimeoutMs = defaultShutdownTimeoutMs } = deps;
  const claims = createClaims(deps);
  const running = channels.map((channel) => startChannel(channel, { ...deps, claims }));
  const isSending = (id: string) => running.some((channel) => channel.isSending(id));
  const looking = runEvery({
    work: async () => {
      const released = await claims.release(isSending);
      if (released > 0) log.warn({ messages: released }, 'Took over messages whose sender did not finish');
      if (released > 0 || (await hasDueItem(documents, clock))) outbox.notify();
    },
    intervalMs: lookIntervalMs,
    log,
    failureMessage: 'Failed to look for due messages in the outbox; retrying',
  });
  return {
    /** Resolves when the attempts have ended, or after 2 s: what is left is sent by another sender. */
    stop: async () => {
      const looked = withTimeout(looking.stop(), shutdownTimeoutMs, () => undefined);
      await Promise.all([looked, ...running.map(({ stop }) => stop())]);
    },
  };
}

function startChannel({ adapter, findTerms }: SenderChannel, deps: ChannelDeps) {
  const { outbox, documents, clock, log, claims, shutdownTimeoutMs = defaultShutdownTimeoutMs } = deps;
  const { channel } = adapter;
  const stopping = new AbortController();
  const ended = new AbortController();
  const sleeper = createSleeper(clock);
  const unsubscribe = outbox.onPut(sleeper.wake);
  const pickSendable = async (items: OutboxItem[]) => {
    const last = items.reduce((latest, { position }) => (position > latest ? position : latest), startPosition);
    const terms = await findTerms(last);
    const { saved = [], late = [] } = Object.groupBy(items, (item) => judgeItem(item, terms));
    for (const item of late) {
      log.info({ channel, item: item.id }, 'Dropped a message that a former leader put late');
      await claims.remove(item);
    }
    return saved;
  };
  const pool = createSendingPool(adapter, { ...deps, pickSendable, stopping: stopping.signal, ended: ended.signal });

  const sendDueItems = async (): Promise<number> => {
    for (;;) {
      const { items, nextDue } = await findDueItems(documents, channel, clock().getTime());
      const sendable = await pickSendable(items);
      const takenBefore = pool.takenCount();
      for (const { id } of items.length < pageSize ? sendable : rotate(sendable)) {
        // Another sender goes through the same items from here on: what it has not reached is on the next page.
        if (pool.takenCount() > takenBefore) break;
        await pool.send(id, sleeper.wake);
      }
      // Where all of a page must wait for the checkpoint, the next one is read at its next move.
      if (items.length < pageSize || sendable.length === 0 || stopping.signal.aborted) return nextDue;
    }
  };
  const running = repeatUntilStopped(stopping.signal, async () => {
    const nextDue = await sendDueItems().catch((error: unknown) => {
      log.warn({ err: error, channel }, 'Failed to read the outbox; retrying');
      return Number.POSITIVE_INFINITY;
    });
    await sleeper.sleep(nextDue, { maxMs: maxSleepMs, stopped: stopping.signal });
  });
  const tidying = runEvery({
    work: () => removeOldDeadItems(documents, adapter, clock),
    intervalMs: tidyIntervalMs,
    log,
    failureMessage: 'Failed to tidy up the outbox; retrying',
  });
  return {
    isSending: pool.isSending,
    stop: async () => {
      unsubscribe();
      stopping.abort();
      const finished = Promise.all([running, tidying.stop(), pool.drain()]);
      await withTimeout(finished, shutdownTimeoutMs, () => undefined);
      ended.abort();
      await adapter.close();
    },
  };
}

type PoolDeps = ChannelDeps & {
  pickSendable: (items: OutboxItem[]) => Promise<OutboxItem[]>;
  stopping: AbortSignal;
  ended: AbortSignal;
};

/** Sends a few items at the same time, and reads each when its attempt starts. */
function createSendingPool(adapter: ChannelAdapter, deps: PoolDeps) {
  const { documents, clock, log, claims, pickSendable, stopping, ended } = deps;
  const queue = new PQueue({ concurrency: adapter.concurrency });
  const sending = new Set<string>();
  let takenCount = 0;
  const sendItem = createItemSender(adapter, { claims, clock, log, ended });

  const sendById = async (id: string) => {
    try {
      const item = await documents.get<OutboxItem>(outboxSpace, id);
      // Another fact may have joined it since.
      const isDue = item?.state === 'waiting' && item.due <= clock().getTime();
      if (!isDue) takenCount += 1;
      else if ((await pickSendable([item])).length > 0) await sendItem(item);
    } catch (error) {
      log.warn({ err: error, channel: adapter.channel, item: id }, 'Failed to process a message; retrying');
      await delay(errorDelayMs, stopping);
    } finally {
      sending.delete(id);
    }
  };

  return {
    isSending: (id: string) => sending.has(id),
    /** How many items were not due any more when their attempt was to start. */
    takenCount: () => takenCount,
    /** Resolves when it has begun, or is the next to begin; `onSent` is called when it has ended. */
    send: async (id: string, onSent: () => void): Promise<void> => {
      await queue.onSizeLessThan(1);
      if (stopping.aborted || sending.has(id)) return;
      sending.add(id);
      void queue.add(() => sendById(id)).then(onSent);
    },
    /** Drops what has not begun; resolves when the rest has ended. */
    drain: async (): Promise<void> => {
      queue.clear();
      await queue.onIdle();
    },
  };
}

/** The items from a random one on, so that senders which read the same page rarely try for the same items. */
function rotate<T>(items: readonly T[]): T[] {
  const first = Math.floor(Math.random() * items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}

async function removeOldDeadItems(documents: Documents, { channel, deadTtlMs }: ChannelAdapter, clock: Clock) {
  if (deadTtlMs === undefined) return;
  const where = { channel, state: 'dead', due: { lt: clock().getTime() - deadTtlMs } };
  const { docs } = await documents.list(outboxSpace, { where, limit: pageSize });
  if (docs.length > 0)
    await documents.removeAll(
      outboxSpace,
      docs.map(({ id }) => id),
    );
}

async function hasDueItem(documents: Documents, clock: Clock): Promise<boolean> {
  const where = { state: 'waiting', due: { lt: clock().getTime() + 1 } };
  const sort = [{ field: 'due', direction: 'asc' as const }];
  return (await documents.list(outboxSpace, { where, sort, limit: 1 })).docs.length > 0;
}

/** A page of due items, first to last, and when the next one is due. */
async function findDueItems(documents: Documents, channel: string, now: number) {
  const where = { channel, state: 'waiting' };
  const sort = [{ field: 'due', direction: 'asc' as const }];
  const { docs: items } = await documents.list<OutboxItem>(outboxSpace, {
    where: { ...where, due: { lt: now + 1 } },
    sort,
    limit: pageSize,
  });
  if (items.length === pageSize) return { items, nextDue: now };
  const [next] = (
    await documents.list<OutboxItem>(outboxSpace, { where: { ...where, due: { gt: now } }, sort, limit: 1 })
  ).docs;
  return { items, nextDue: next?.due ?? Number.POSITIVE_INFINITY };
}
