import {
  type AllStreamResolvedEvent,
  excludeSystemEvents,
  type Position as LogPosition,
  START,
} from '@eventstore/db-client';
import { type Position, start } from '#domain/shared/decider.ts';
import { type Batch, batches, mostInBatch } from './batches.ts';
import { within } from './calls.ts';
import type { Connection } from './client.ts';
import { logPosition, positionOf } from './events.ts';

export type Tail = {
  /** Resolves when the server has taken the subscription. */
  confirmed: Promise<void>;
  /** What is there, or else comes next; null after so many milliseconds of nothing. Rejects once broken, or left. */
  next: (milliseconds: number) => Promise<Batch | null>;
  leave: () => Promise<void>;
};

/** The server tells how far it has looked after each so many times 32 events, whether they passed its filter or not. */
const checkpointInterval = 16;
const leaveWithin = 1_000;

/** One subscription to the whole log after `position`, until it breaks: it never mends itself. */
export function openTail({ client }: Connection, position: Position): Tail {
  const bell = doorbell();
  const confirmed = Promise.withResolvers<undefined>();
  let failure: Error | null = null;

  const checkpointReached = (_: unknown, { commit }: LogPosition) => {
    mark(positionOf(commit), subscription.readableLength);
    bell.ring();
  };
  const subscription = client.subscribeToAll(
    {
      fromPosition: position === start ? START : logPosition(position),
      filter: excludeSystemEvents({ checkpointInterval, checkpointReached }),
    },
    // So many are kept ready while a batch is handled; beyond that the server has to wait.
    { highWaterMark: mostInBatch },
  );
  // The client's type is that of any readable stream.
  const { mark, take } = batches(() => subscription.read() as AllStreamResolvedEvent | null);

  const fail = (error: Error) => {
    failure ??= error;
    confirmed.reject(failure);
    bell.ring();
  };
  const ended = () => fail(new Error('The subscription ended'));
  confirmed.promise.catch(() => undefined);
  subscription.on('confirmation', () => confirmed.resolve(undefined));
  subscription.on('readable', bell.ring);
  subscription.on('error', fail);
  subscription.on('end', ended);
  subscription.on('close', ended);

  return {
    confirmed: confirmed.promise,
    next: async (milliseconds) => {
      for (let waited = false; ; waited = !(await bell.rung(milliseconds))) {
        const ready = take();
        if (ready || waited) return ready;
        if (failure) throw failure;
      }
    },
    leave: () => {
      ended();
      return within(leaveWithin, subscription.unsubscribe()).catch(() => undefined);
    },
  };
}

const nobody = (): void => undefined;

function doorbell() {
  let answer = nobody;
  return {
    ring: () => answer(),
    /** True at the next ring, once all that came with it is there; false after so many milliseconds. */
    rung: (milliseconds: number) =>
      new Promise<boolean>((resolve) => {
        const timer = setTimeout(resolve, milliseconds, false);
        answer = () => {
          clearTimeout(timer);
          setImmediate(resolve, true);
          answer = nobody;
        };
      }),
  };
}
