import { type Position, startPosition } from '#domain/shared/decider.ts';
import { toOwnEvent, getPosition } from './events.ts';
import { type PageReader, type EventPage, pageSize } from './read-pages.ts';

/**
 * The position of the newest event. A server adds system events for as long as it runs: only those since the last call
 * are read backwards.
 */
export function createHeadReader(backwards: PageReader): () => Promise<Position> {
  let previous = { end: startPosition, head: startPosition };

  return async () => {
    const newest = await backwards(null, 1);
    const end = newest[0] ? getPosition(newest[0]) : startPosition;
    // A shorter log is another one.
    const before = end < previous.end ? { end: startPosition, head: startPosition } : previous;
    const head = (await findNewestAfter(before.end, newest, backwards)) ?? before.head;
    previous = { end, head };
    return head;
  };
}

/** The newest event after `after`, searched from `newest` backwards; null when there is none. */
async function findNewestAfter(after: Position, newest: EventPage, backwards: PageReader): Promise<Position | null> {
  let page = newest;
  for (let last = page.at(-1); last; last = page.at(-1)) {
    for (const read of page) {
      if (getPosition(read) <= after) return null;
      if (toOwnEvent(read)) return getPosition(read);
    }
    const at = getPosition(last);
    page = (await backwards(at, pageSize)).filter((read) => getPosition(read) < at);
  }
  return null;
}
