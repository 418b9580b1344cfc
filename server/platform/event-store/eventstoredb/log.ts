import type { Position } from '#domain/shared/decider.ts';
import type { Timeouts } from './calls.ts';
import type { Connection } from './client.ts';
import { ownEvent, placeOf } from './events.ts';
import { headReader } from './head.ts';
import { type NextPage, pageSize, pages, type Place } from './pages.ts';
import { type EventStore, PositionNotInLog, type StoredEvent } from '../port.ts';

export type LogReader = Pick<EventStore, 'readAll' | 'readAllBackwards' | 'head'> & {
  /** Throws PositionNotInLog where no event begins at `position`, unless it is the start. */
  find: (position: Position) => Promise<void>;
  /** Whether an event of the server's own stands at `position`. */
  isOfServer: (position: Position) => Promise<boolean>;
};

/** Reads the whole log without what the server keeps for itself: the client's own filter does not work on reads. */
export function logReader(connection: Connection, timeouts: Timeouts): LogReader {
  const { forwards, backwards } = pages(connection, timeouts);
  return {
    readAll: (after, limit) => gather(forwards, after, limit),
    readAllBackwards: (before, limit) => gather(backwards, before, limit),
    head: headReader(backwards),
    find: async (position) => {
      await forwards(position, 1);
    },
    isOfServer: async (position) => {
      try {
        const [read] = await forwards(position, 1);
        return read !== undefined && placeOf(read) === position && ownEvent(read) === null;
      } catch (error) {
        if (error instanceof PositionNotInLog) return false;
        throw error;
      }
    },
  };
}

/** Up to `limit` events beyond `from`. */
async function gather(nextPage: NextPage, from: Place, limit: number): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  let at = from;
  for (let asked = limit + 1; ; asked = pageSize) {
    const page = await nextPage(at, asked);
    for (const read of page) {
      const event = placeOf(read) === at ? null : ownEvent(read);
      if (event) found.push(event);
    }
    const last = page.at(-1);
    if (!last || page.length < asked || found.length >= limit) return found.slice(0, limit);
    at = placeOf(last);
  }
}
