import type { Logger } from 'pino';
import { StoreUnavailable } from '#projections/store/port.ts';
import { abortable } from '#server/lib/abortable.ts';
import type { Clock } from '#server/lib/clock.ts';
import { delay } from '#server/lib/delay.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import type { ChannelAdapter, SendFailure } from './channel-adapter.ts';
import { type Claims, claimMs, withoutClaim } from './claims.ts';
import type { OutboxItem } from './item.ts';

/** Adds up to this share at random, so that items that failed together are not retried together. */
const jitterShare = 0.2;

export type SendDeps = {
  claims: Claims;
  clock: Clock;
  log: Logger;
  /** Aborted when the process does not wait for attempts any longer. */
  ended: AbortSignal;
};

/**
 * Attempts to send items of a channel. The outcome of an attempt is recorded until that succeeds, and until then nothing
 * else is sent: a store that cannot be written never makes a message go out again and again.
 */
export function createItemSender(adapter: ChannelAdapter, { claims, clock, log, ended }: SendDeps) {
  const { recorded, record } = createRecorder({ claims, log, ended });
  const hasEnded = () => ended.aborted;

  const send = async (message: object): Promise<void> => {
    const limit = new AbortController();
    void delay(claimMs, limit.signal).then(() => limit.abort());
    const signal = AbortSignal.any([ended, limit.signal]);
    const accepted = adapter.send(message, signal).then(() => true);
    const isAccepted = await abortable(signal, accepted).finally(() => limit.abort());
    if (isAccepted === null) throw new Error('The attempt took too long');
  };

  const recordFailure = async (claimed: OutboxItem, failure: SendFailure): Promise<void> => {
    const next = failure.kind === 'gone' ? null : applyFailure(claimed, failure, adapter, clock().getTime());
    const facts = { channel: adapter.channel, item: claimed.id, attempts: claimed.attempts + 1, ...failure };
    if (next === null) log.info(facts, 'Dropped a message that cannot be delivered');
    else
      log.warn(facts, next.state === 'dead' ? 'Gave up sending a message' : 'Failed to send a message; retrying later');
    await record(claimed, next);
  };

  const attempt = async (item: OutboxItem, message: object): Promise<void> => {
    await recorded();
    if (hasEnded()) return;
    const claimed = await claims.claim(item);
    if (claimed === null)
      log.debug({ channel: adapter.channel, item: item.id }, 'Another process claimed a message first');
    // A process that was paused since may have lost its claim to another, or no longer records the outcome.
    if (claimed === null || hasEnded() || claims.isExpired(claimed)) return;
    try {
      await send(message);
    } catch (error) {
      if (!hasEnded()) await recordFailure(claimed, adapter.classifyFailure(error, claimed));
      return;
    }
    await record(claimed, null);
  };

  const render = async (item: OutboxItem) => {
    try {
      return await adapter.render(item);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      log.error({ err: error, channel: adapter.channel, item: item.id }, 'Failed to render a message');
      const failure = { kind: 'retry', reason: 'The message could not be rendered' } as const;
      await claims.replace(item, applyFailure(item, failure, adapter, clock().getTime()));
      return undefined;
    }
  };

  /** One attempt at an item that waits and is due. Throws what the store throws. */
  return async (item: OutboxItem): Promise<void> => {
    const isOutdated = adapter.ttlMs !== undefined && clock().getTime() - item.queuedAt >= adapter.ttlMs;
    const message = isOutdated ? null : await render(item);
    if (message === undefined) return;
    if (message === null) {
      log.info({ channel: adapter.channel, item: item.id }, 'Dropped a message that is no longer wanted');
      await claims.remove(item);
    } else if ('notBefore' in message && typeof message.notBefore === 'number') {
      await claims.replace(item, { ...item, due: message.notBefore });
    } else {
      await attempt(item, message);
    }
  };
}

/** Records the outcomes of attempts, each until that succeeds. */
function createRecorder({ claims, log, ended }: Omit<SendDeps, 'clock'>) {
  const unrecorded = new Set<Promise<unknown>>();
  return {
    /** Resolves when all outcomes are recorded. */
    recorded: async (): Promise<void> => {
      await Promise.all(unrecorded);
    },
    record: async (claimed: OutboxItem, next: OutboxItem | null): Promise<void> => {
      const write = () => claims.replace(claimed, next);
      const recording = retryUntilStopped('record an outcome in the outbox', write, { log, stopped: ended });
      unrecorded.add(recording);
      await recording.finally(() => unrecorded.delete(recording));
    },
  };
}

type Retry = Extract<SendFailure, { kind: 'retry' | 'dead' }>;

/** The item with its next time, or as a dead one where there is none. */
function applyFailure(item: OutboxItem, failure: Retry, adapter: ChannelAdapter, now: number): OutboxItem {
  const failedItem = { ...item, attempts: item.attempts + 1, error: failure.reason };
  const pauseMs = failure.kind === 'retry' ? findPause(adapter, item.attempts) : undefined;
  if (pauseMs === undefined) return { ...withoutClaim(failedItem, now), state: 'dead' };
  const afterMs = failure.kind === 'retry' ? (failure.afterMs ?? 0) : 0;
  return withoutClaim(failedItem, now + Math.max(afterMs, Math.round(pauseMs * (1 + jitterShare * Math.random()))));
}

function findPause({ backoffMs, isPersistent = false }: ChannelAdapter, attempts: number): number | undefined {
  return isPersistent ? backoffMs[Math.min(attempts, backoffMs.length - 1)] : backoffMs[attempts];
}
