import type { Logger } from 'pino';
import { StoreUnavailable } from '#projections/store/port.ts';
import { appender } from './append.ts';
import { defaultTimeouts, type Timeouts } from './calls.ts';
import { connect } from './client.ts';
import { logReader } from './log.ts';
import { streamReader } from './streams.ts';
import { subscribe } from './subscribe.ts';
import type { EventStore, PositionNotInLog, Subscription } from '../port.ts';

type Options = {
  log?: Pick<Logger, 'warn' | 'error'>;
  timeouts?: Partial<Timeouts>;
  /** Appends under way at once. */
  inFlight?: number;
};

const nobody = { warn: () => undefined, error: () => undefined };

/**
 * The log in an EventStoreDB, which need not be there yet: calls throw StoreUnavailable within 5 s, subscriptions wait.
 * When a subscription meets another log than the one it followed it ends, logs the error, and from then on `append`
 * and `head` throw PositionNotInLog. Throws an Error when `url` is no address of an EventStoreDB.
 */
export function openEventStoreDb(
  url: string,
  { log = nobody, timeouts = {}, inFlight = 64 }: Options = {},
): EventStore {
  const limits = { ...defaultTimeouts, ...timeouts };
  const connection = connect(url);
  const streams = streamReader(connection, limits);
  const reader = logReader(connection, limits);
  const append = appender({ connection, streams, timeouts: limits, inFlight });
  const subscriptions = new Set<Subscription>();
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  let refusal: PositionNotInLog | null = null;

  const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new StoreUnavailable('The connection to EventStoreDB is closed.');
    const answer = ask();
    running.add(answer);
    return answer.finally(() => running.delete(answer));
  };
  const unlessRefused = <T>(ask: () => Promise<T>): Promise<T> => {
    if (refusal) throw refusal;
    return ask();
  };
  const refuse = (error: PositionNotInLog) => {
    refusal = error;
    log.error({ position: error.position }, error.message);
  };

  return {
    read: (stream, from) => asked(() => streams.read(stream, from)),
    append: (stream, events, expected, metadata) =>
      asked(() => unlessRefused(() => append(stream, events, expected, metadata))),
    readAll: (after, limit) => asked(() => reader.readAll(after, limit)),
    readAllBackwards: (before, limit) => asked(() => reader.readAllBackwards(before, limit)),
    head: () => asked(() => unlessRefused(reader.head)),
    subscribe: (after, handle) => {
      if (isClosed) return { stop: () => Promise.resolve() };
      const subscription = subscribe({ connection, reader, timeouts: limits, log, refuse }, after, handle);
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
      // What the client disposes of, it cancels.
      await Promise.allSettled(running);
      await connection.close();
    },
  };
}
