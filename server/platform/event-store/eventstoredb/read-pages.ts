import { type AllStreamResolvedEvent, BACKWARDS, END, type ReadAllOptions, START } from '@eventstore/db-client';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { callWithRetry, type Timeouts } from './call-with-deadline.ts';
import type { EventStoreDbConnection } from './client.ts';
import { collect } from './collect.ts';
import { isUnknownPosition } from './errors.ts';
import { toLogPosition } from './events.ts';
import { delay } from '#server/lib/delay.ts';
import { PositionNotInLog } from '../port.ts';

/** Null is the end of the log. */
export type ReadPosition = Position | null;
export type EventPage = AllStreamResolvedEvent[];
/** Up to `count` events from a position on, with or without the event at the position. Fewer are the last ones. */
export type PageReader = (from: ReadPosition, count: number) => Promise<EventPage>;

/** The page size where the caller asked for no smaller one. */
export const pageSize = 500;

/** A position that is still missing after this many reads is not in this log: a follower in a cluster may lag. */
const maxAttempts = 3;
const retryDelayMs = 300;

/** Pages of the whole log. Throws StoreUnavailable, and PositionNotInLog for a position where no event begins. */
export function createPageReaders(
  { client }: EventStoreDbConnection,
  timeouts: Timeouts,
): { forwards: PageReader; backwards: PageReader } {
  const read = (from: ReadPosition, options: ReadAllOptions) =>
    callWithRetry(timeouts, async (ms) => {
      try {
        return await collect(client.readAll({ ...options, fromPosition: toFromPosition(from) }), ms);
      } catch (error) {
        throw isPosition(from) && isUnknownPosition(error) ? new PositionNotInLog(from) : error;
      }
    });
  return {
    forwards: (from, maxCount) =>
      retryMissingPosition(async () => {
        const page = await read(from, { maxCount });
        // The event at the position itself would be the first.
        if (page.length === 0 && isPosition(from)) throw new PositionNotInLog(from);
        return page;
      }),
    backwards: (from, maxCount) => retryMissingPosition(() => read(from, { maxCount, direction: BACKWARDS })),
  };
}

function isPosition(position: ReadPosition): position is Position {
  return position !== null && position !== startPosition;
}

function toFromPosition(position: ReadPosition) {
  if (position === null) return END;
  return position === startPosition ? START : toLogPosition(position);
}

async function retryMissingPosition<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = maxAttempts; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 1 || !(error instanceof PositionNotInLog)) throw error;
      await delay(retryDelayMs);
    }
  }
}
