import {
  type AllStreamResolvedEvent,
  excludeSystemEvents,
  type Position as LogPosition,
  START,
} from '@eventstore/db-client';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { createTimer, yieldToEventLoop } from '#server/lib/delay.ts';
import { createSignal } from '#server/lib/signal.ts';
import { type SubscriptionBatch, createBatcher, maxBatchEvents } from './batches.ts';
import { withDeadline } from './call-with-deadline.ts';
import type { EventStoreDbConnection } from './client.ts';
import { fromCommit, toLogPosition } from './events.ts';

export type SubscriptionStream = {
  /** Resolves when the server has accepted the subscription. */
  confirmed: Promise<void>;
  /**
   * The buffered events, or else the next ones; null after this many milliseconds without any. Rejects once broken or
   * closed.
   */
  next: (milliseconds: number) => Promise<SubscriptionBatch | null>;
  unsubscribe: () => Promise<void>;
};

/** In units of 32 events: the server sends a checkpoint at this interval, whether events passed its filter or not. */
const checkpointInterval = 16;
const leaveTimeoutMs = 1_000;

/** One subscription to the whole log after `position`, until it breaks: it never reconnects. */
export function openSubscriptionStream({ client }: EventStoreDbConnection, position: Position): SubscriptionStream {
  const signal = createSignal();
  const confirmed = Promise.withResolvers<undefined>();
  let failure: Error | null = null;

  const checkpointReached = (_: unknown, { commit }: LogPosition) => {
    mark(fromCommit(commit), subscription.readableLength);
    signal.notify();
  };
  const subscription = client.subscribeToAll(
    {
      fromPosition: position === startPosition ? START : toLogPosition(position),
      filter: excludeSystemEvents({ checkpointInterval, checkpointReached }),
    },
    // At most this many are buffered while a batch is handled; beyond that the server has to wait.
    { highWaterMark: maxBatchEvents },
  );
  // The client's type is that of any readable stream.
  const { mark, take } = createBatcher(() => subscription.read() as AllStreamResolvedEvent | null);

  const fail = (error: Error) => {
    failure ??= error;
    confirmed.reject(failure);
    signal.notify();
  };
  const ended = () => fail(new Error('The subscription ended'));
  confirmed.promise.catch(() => undefined);
  subscription.on('confirmation', () => confirmed.resolve(undefined));
  subscription.on('readable', signal.notify);
  subscription.on('error', fail);
  subscription.on('end', ended);
  subscription.on('close', ended);

  return {
    confirmed: confirmed.promise,
    next: async (milliseconds) => {
      const timer = createTimer(signal.notify);
      timer.start(milliseconds);
      try {
        for (;;) {
          const ready = take();
          if (ready || !timer.isRunning()) return ready;
          if (failure) throw failure;
          await signal.next();
          // By then all that came with the signal is buffered.
          await yieldToEventLoop();
        }
      } finally {
        timer.stop();
      }
    },
    unsubscribe: () => {
      ended();
      return withDeadline(leaveTimeoutMs, subscription.unsubscribe()).catch(() => undefined);
    },
  };
}
