import { type AllStreamResolvedEvent, BACKWARDS, END, type ReadAllOptions, START } from '@eventstore/db-client';
import { type Position, start } from '#domain/shared/decider.ts';
import { persist, type Timeouts } from './calls.ts';
import type { Connection } from './client.ts';
import { collect } from './collect.ts';
import { isUnknownPosition } from './errors.ts';
import { logPosition } from './events.ts';
import { pause } from '#server/lib/pause.ts';
import { PositionNotInLog } from '../port.ts';

/** Null is the end of the log. */
export type Place = Position | null;
export type Page = AllStreamResolvedEvent[];
/** Up to `count` events from a place on, with or without the one at the place. Fewer are the last ones. */
export type NextPage = (from: Place, count: number) => Promise<Page>;

/** What is read at once where nobody asked for fewer. */
export const pageSize = 500;

/** A place that is still not there after so many looks is not in this log: a follower in a cluster may lag. */
const looks = 3;
const betweenLooks = 300;

/** Pages of the whole log. Throw StoreUnavailable, and PositionNotInLog for a place where no event begins. */
export function pages({ client }: Connection, timeouts: Timeouts): { forwards: NextPage; backwards: NextPage } {
  const read = (from: Place, options: ReadAllOptions) =>
    persist(timeouts, async (ms) => {
      try {
        return await collect(client.readAll({ ...options, fromPosition: readFrom(from) }), ms);
      } catch (error) {
        throw isInside(from) && isUnknownPosition(error) ? new PositionNotInLog(from) : error;
      }
    });
  return {
    forwards: (from, maxCount) =>
      patiently(async () => {
        const page = await read(from, { maxCount });
        // The event at its place would be the first.
        if (page.length === 0 && isInside(from)) throw new PositionNotInLog(from);
        return page;
      }),
    backwards: (from, maxCount) => patiently(() => read(from, { maxCount, direction: BACKWARDS })),
  };
}

function isInside(place: Place): place is Position {
  return place !== null && place !== start;
}

function readFrom(place: Place) {
  if (place === null) return END;
  return place === start ? START : logPosition(place);
}

async function patiently<T>(look: () => Promise<T>): Promise<T> {
  for (let left = looks; ; left -= 1) {
    try {
      return await look();
    } catch (error) {
      if (left === 1 || !(error instanceof PositionNotInLog)) throw error;
      await pause(betweenLooks);
    }
  }
}
