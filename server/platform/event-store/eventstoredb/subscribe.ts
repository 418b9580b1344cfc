import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { Batch } from './batches.ts';
import { type Timeouts, within } from './calls.ts';
import type { Connection } from './client.ts';
import { isGone, Silent } from './errors.ts';
import type { LogReader } from './log.ts';
import { pause } from '#server/lib/pause.ts';
import { backOff, unlessStopped } from './waits.ts';
import { openTail, type Tail } from './tail.ts';
import { PositionNotInLog, type StoredEvent, type Subscription } from '../port.ts';

export type Source = {
  connection: Connection;
  reader: LogReader;
  timeouts: Timeouts;
  log: Pick<Logger, 'warn' | 'error'>;
  /** Told when the log turns out to be another one; nothing more is given then. */
  refuse: (error: PositionNotInLog) => void;
};
type Handle = (events: StoredEvent[]) => Promise<void>;
/** The last event handled, and how far the server has looked since: beyond it there are events of its own alone. */
type Reached = { handled: Position; looked: Position };
type Follower = {
  handle: Handle;
  stopped: AbortSignal;
  /** All up to there has been handled, and the subscription lives. */
  reached: (reached: Reached) => void;
};

/** Follows the log after `after`, whatever breaks, until stopped. */
export function subscribe(source: Source, after: Position, handle: Handle): Subscription {
  const stopping = new AbortController();
  const done = supervise(source, after, handle, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

async function supervise(source: Source, after: Position, handle: Handle, stopped: AbortSignal): Promise<void> {
  let at: Reached = { handled: after, looked: after };
  let failures = 0;
  const reached = (to: Reached) => {
    at = to;
    failures = 0;
  };
  for (;;) {
    try {
      await followOnce(source, at, { handle, stopped, reached });
      return;
    } catch (error) {
      if (stopped.aborted) return;
      if (error instanceof PositionNotInLog) {
        source.refuse(error);
        return;
      }
      // The last event handled is certain; how far the server had looked is only its word.
      if (!isGone(error)) at = { handled: at.handled, looked: at.handled };
      failures += 1;
      source.log.warn({ reason: String(error), ...at }, 'A subscription to EventStoreDB broke, and begins again');
      await pause(backOff(failures), stopped);
    }
  }
}

/** Rejects when the subscription breaks, or is stopped between two batches. */
async function followOnce(source: Source, from: Reached, follower: Follower): Promise<void> {
  const { stopped, reached } = follower;
  stopped.throwIfAborted();
  const tail = openTail(source.connection, from.looked);
  try {
    await unlessStopped(stopped, begun(tail, from, source));
    let { handled, looked } = from;
    while (!stopped.aborted) {
      const batch = await unlessStopped(stopped, nextBatch(tail, handled, source));
      if (batch !== null && batch.events.length > 0) await untilHandled(batch.events, follower, source.log);
      handled = batch?.events.at(-1)?.position ?? handled;
      looked = batch?.position ?? looked;
      reached({ handled, looked });
    }
  } finally {
    await tail.leave();
  }
}

/** Once the server has taken it, we look whether its log is the one that we followed: it would not tell. */
async function begun(tail: Tail, { handled, looked }: Reached, { reader, timeouts }: Source): Promise<void> {
  const refusal = await within(timeouts.call, tail.confirmed).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  if (refusal && isGone(refusal)) throw refusal;
  if (looked === handled) await reader.find(handled);
  else if (!(await reader.isOfServer(looked))) throw new Error(`The server has nothing of its own at ${looked}`);
  if (refusal) throw refusal;
}

/** Null when there is nothing new. Rejects when there is, and it does not come. */
async function nextBatch(tail: Tail, handled: Position, { reader, timeouts }: Source): Promise<Batch | null> {
  const batch = await tail.next(timeouts.quiet);
  if (batch !== null || (await reader.head()) <= handled) return batch;
  const late = await tail.next(timeouts.answer);
  if (late === null) throw new Silent();
  return late;
}

/** Gives the same events again until they are handled. Rejects when stopped before. */
async function untilHandled(events: StoredEvent[], { handle, stopped }: Follower, log: Source['log']): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    try {
      await handle(events);
      return;
    } catch (error) {
      log.warn({ err: error, position: events[0]?.position }, 'Events were not handled, and are given again');
      await pause(backOff(failures), stopped);
      stopped.throwIfAborted();
    }
  }
}
