import { type AllStreamResolvedEvent, BACKWARDS, END, type ReadAllOptions, START } from '@eventstore/db-client';
import { type Position, start } from '#domain/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { persist, type Timeouts } from './eventstoredb-calls.ts';
import type { Connection } from './eventstoredb-client.ts';
import { collect } from './eventstoredb-collect.ts';
import { isUnknownPosition, PositionNotInLog } from './eventstoredb-errors.ts';
import { logPosition } from './eventstoredb-events.ts';

/** Null is the end of the log. */
export type Place = Position | null;
export type Page = AllStreamResolvedEvent[];
/** Up to `count` events from a place on, with or without the one at the place. Fewer are the last ones. */
export type NextPage = (from: Place, count: number) => Promise<Page>;

/** What is read at once where nobody asked for fewer. */
export const pageSize = 500;

/** Pages of the whole log. Throw StoreUnavailable, and PositionNotInLog for a place where no event begins. */
export function pages({ client }: Connection, timeouts: Timeouts): { forwards: NextPage; backwards: NextPage } {
  const read = async (from: Place, options: ReadAllOptions) => {
    try {
      return await persist(timeouts, (ms) => collect(client.readAll({ ...options, fromPosition: readFrom(from) }), ms));
    } catch (error) {
      const isUnknown = error instanceof StoreUnavailable && isUnknownPosition(error.cause);
      throw isUnknown && from !== null ? new PositionNotInLog(from) : error;
    }
  };
  return {
    forwards: async (from, maxCount) => {
      const page = await read(from, { maxCount });
      // The event at its place would be the first.
      if (page.length === 0 && from !== start && from !== null) throw new PositionNotInLog(from);
      return page;
    },
    backwards: (from, maxCount) => read(from, { maxCount, direction: BACKWARDS }),
  };
}

function readFrom(place: Place) {
  if (place === null) return END;
  return place === start ? START : logPosition(place);
}
