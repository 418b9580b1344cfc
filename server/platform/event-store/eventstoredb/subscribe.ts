import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { SubscriptionBatch } from './batches.ts';
import { serverBackoff, type Timeouts, withDeadline } from './call-with-deadline.ts';
import type { EventStoreDbConnection } from './client.ts';
import { isServerGone, CallTimeoutError } from './errors.ts';
import type { WholeLogReader } from './read-log.ts';
import { abortable } from '#server/lib/abortable.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { repeatUntilStopped } from '#server/lib/scheduler.ts';
import { openSubscriptionStream, type SubscriptionStream } from './subscription-stream.ts';
import { PositionNotInLog, type StoredEvent, type Subscription } from '../port.ts';

export type SubscriptionDeps = {
  connection: EventStoreDbConnection;
  reader: WholeLogReader;
  timeouts: Timeouts;
  log: Pick<Logger, 'warn' | 'error'>;
  /** Called when the log turns out to be another one; no further events are delivered then. */
  onPositionMissing: (error: PositionNotInLog) => void;
  /** Resolves when the server has answered another call. */
  waitForAnswer: () => Promise<unknown>;
};
type BatchHandler = (events: StoredEvent[]) => Promise<void>;
/** The last event handled, and the server's checkpoint since: beyond the event there are only system events. */
type ReachedPosition = { handled: Position; scanned: Position };
type BatchConsumer = {
  handle: BatchHandler;
  stopped: AbortSignal;
  /** Everything up to this position has been handled, and the subscription is alive. */
  onProgress: (position: ReachedPosition) => void;
};

/** Follows the log after `after` and reconnects after every failure, until stopped. */
export function startSubscription(source: SubscriptionDeps, after: Position, handle: BatchHandler): Subscription {
  const stopping = new AbortController();
  const done = supervise(source, after, handle, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

async function supervise(
  source: SubscriptionDeps,
  after: Position,
  handle: BatchHandler,
  stopped: AbortSignal,
): Promise<void> {
  let at: ReachedPosition = { handled: after, scanned: after };
  const follow = async (resetBackoff: () => void) => {
    const onProgress = (to: ReachedPosition) => {
      at = to;
      resetBackoff();
    };
    try {
      await followOnce(source, at, { handle, stopped, onProgress });
    } catch (error) {
      // The last event handled is certain; the server's checkpoint is not verified.
      if (!isServerGone(error)) at = { handled: at.handled, scanned: at.handled };
      throw error;
    }
  };
  try {
    const retry = { log: source.log, stopped, backoff: serverBackoff, waitForSign: source.waitForAnswer };
    await retryUntilStopped('follow EventStoreDB', follow, { ...retry, isPermanent: isPositionMissing });
  } catch (error) {
    if (!isPositionMissing(error)) throw error;
    source.onPositionMissing(error);
  }
}

function isPositionMissing(error: unknown): error is PositionNotInLog {
  return error instanceof PositionNotInLog;
}

/** Rejects when the subscription breaks. */
async function followOnce(source: SubscriptionDeps, from: ReachedPosition, follower: BatchConsumer): Promise<void> {
  const { stopped, onProgress } = follower;
  const tail = openSubscriptionStream(source.connection, from.scanned);
  try {
    await abortable(stopped, confirmSubscription(tail, from, source));
    let { handled, scanned } = from;
    await repeatUntilStopped(stopped, async () => {
      const batch = await abortable(stopped, readNextBatch(tail, handled, source));
      if (batch === null) return;
      const { events, position } = batch;
      const retry = { log: source.log, stopped, backoff: serverBackoff };
      if (events.length > 0) await retryUntilStopped('handle events', () => follower.handle(events), retry);
      handled = events.at(-1)?.position ?? handled;
      scanned = position;
      onProgress({ handled, scanned });
    });
  } finally {
    await tail.unsubscribe();
  }
}

/**
 * Once the server has accepted the subscription, checks that its log is the one that was followed: the server would not
 * report it.
 */
async function confirmSubscription(
  tail: SubscriptionStream,
  { handled, scanned }: ReachedPosition,
  { reader, timeouts }: SubscriptionDeps,
): Promise<void> {
  const refusal = await withDeadline(timeouts.call, tail.confirmed).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  if (refusal && isServerGone(refusal)) throw refusal;
  if (scanned === handled) await reader.find(handled);
  else if (!(await reader.isOfServer(scanned))) throw new Error(`The server has nothing of its own at ${scanned}`);
  if (refusal) throw refusal;
}

/** Null when there is no new event. Rejects when there is one and the subscription does not deliver it. */
async function readNextBatch(
  tail: SubscriptionStream,
  handled: Position,
  { reader, timeouts }: SubscriptionDeps,
): Promise<SubscriptionBatch | null> {
  const batch = await tail.next(timeouts.silenceMs);
  if (batch !== null || (await reader.head()) <= handled) return batch;
  const late = await tail.next(timeouts.answerMs);
  if (late === null) throw new CallTimeoutError();
  return late;
}
