import type { Logger } from 'pino';
import { StoreUnavailable } from '#projections/store/port.ts';
import { createSignal } from '#server/lib/signal.ts';
import { createAppender } from './append.ts';
import { defaultTimeouts, type Timeouts } from './call-with-deadline.ts';
import { connectToEventStoreDb } from './client.ts';
import { createLogReader } from './read-log.ts';
import { createStreamReader } from './read-stream.ts';
import { withServerClock } from './server-clock.ts';
import { startSubscription } from './subscribe.ts';
import type { EventStore, PositionNotInLog, Subscription } from '../port.ts';

type EventStoreDbOptions = {
  log?: Pick<Logger, 'info' | 'warn' | 'error'>;
  timeouts?: Partial<Timeouts>;
  /** Concurrent appends. */
  maxInFlight?: number;
};

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * The log in an EventStoreDB, which need not be reachable yet: calls throw StoreUnavailable within 5 s, subscriptions
 * wait. When a subscription meets another log than the one it followed, it ends and logs the error, and from then on
 * `append` and `head` throw PositionNotInLog. Throws an Error when `url` is no address of an EventStoreDB.
 */
export function openEventStoreDb(
  url: string,
  { log = silentLog, timeouts = {}, maxInFlight = 64 }: EventStoreDbOptions = {},
): EventStore {
  const limits = { ...defaultTimeouts, ...timeouts };
  const connection = connectToEventStoreDb(url);
  const streams = createStreamReader(connection, limits);
  const reader = createLogReader(connection, limits);
  const subscriptions = new Set<Subscription>();
  const running = new Set<Promise<unknown>>();
  const answerSignal = createSignal();
  let isClosed = false;
  let refusal: PositionNotInLog | null = null;

  const runCall = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new StoreUnavailable('The connection to EventStoreDB is closed.');
    const answer = ask();
    running.add(answer);
    void answer.then(answerSignal.notify, () => undefined);
    return answer.finally(() => running.delete(answer));
  };
  const appender = createAppender({ connection, streams, timeouts: limits, maxInFlight });
  const { append, clockOffsetMs } = withServerClock({ append: appender, readWritten: streams.readWritten, log });
  const runUnlessRefused = <T>(ask: () => Promise<T>): Promise<T> => {
    if (refusal) throw refusal;
    return ask();
  };
  const onPositionMissing = (error: PositionNotInLog) => {
    log.error({ position: (refusal = error).position }, error.message);
  };

  return {
    read: (stream: string, from?: number, limit?: number) => runCall(() => streams.read(stream, from, limit)),
    append: (stream, events, expected, metadata) =>
      runCall(() => runUnlessRefused(() => append(stream, events, expected, metadata))),
    readAll: (after, limit) => runCall(() => reader.readAll(after, limit)),
    readAllBackwards: (before, limit) => runCall(() => reader.readAllBackwards(before, limit)),
    clockOffsetMs,
    head: () => runCall(() => runUnlessRefused(reader.head)),
    subscribe: (after, handle) => {
      if (isClosed) return { stop: () => Promise.resolve() };
      const subscription = startSubscription(
        { connection, reader, timeouts: limits, log, onPositionMissing, waitForAnswer: answerSignal.next },
        after,
        handle,
      );
      subscriptions.add(subscription);
      return {
        stop: async () => {
          subscriptions.delete(subscription);
          await subscription.stop();
        },
      };
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...subscriptions].map(({ stop }) => stop()));
      // The client cancels the calls that it disposes of.
      await Promise.allSettled(running);
      await connection.close();
    },
  };
}
