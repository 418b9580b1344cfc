import type { Position } from '#domain/shared/decider.ts';
import type { Timeouts } from './call-with-deadline.ts';
import type { EventStoreDbConnection } from './client.ts';
import { toOwnEvent, getPosition } from './events.ts';
import { createHeadReader } from './read-head.ts';
import { type PageReader, pageSize, createPageReaders, type ReadPosition } from './read-pages.ts';
import { type EventStore, PositionNotInLog, type StoredEvent } from '../port.ts';

export type WholeLogReader = Pick<EventStore, 'readAll' | 'readAllBackwards' | 'head'> & {
  /** Throws PositionNotInLog where no event begins at `position`, unless it is the start. */
  find: (position: Position) => Promise<void>;
  /** Whether a system event of the server begins at `position`. */
  isOfServer: (position: Position) => Promise<boolean>;
};

/** Reads the whole log without system events: the client's own filter does not work on reads. */
export function createLogReader(connection: EventStoreDbConnection, timeouts: Timeouts): WholeLogReader {
  const { forwards, backwards } = createPageReaders(connection, timeouts);
  return {
    readAll: (after, limit) => readEvents(forwards, after, limit),
    readAllBackwards: (before, limit) => readEvents(backwards, before, limit),
    head: createHeadReader(backwards),
    find: async (position) => {
      await forwards(position, 1);
    },
    isOfServer: async (position) => {
      try {
        const [read] = await forwards(position, 1);
        return read !== undefined && getPosition(read) === position && toOwnEvent(read) === null;
      } catch (error) {
        if (error instanceof PositionNotInLog) return false;
        throw error;
      }
    },
  };
}

/** Up to `limit` events after `from`. */
async function readEvents(nextPage: PageReader, from: ReadPosition, limit: number): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  let at = from;
  for (let pageLimit = limit + 1; ; pageLimit = pageSize) {
    const page = await nextPage(at, pageLimit);
    for (const read of page) {
      const event = getPosition(read) === at ? null : toOwnEvent(read);
      if (event) events.push(event);
    }
    const last = page.at(-1);
    if (!last || page.length < pageLimit || events.length >= limit) return events.slice(0, limit);
    at = getPosition(last);
  }
}
