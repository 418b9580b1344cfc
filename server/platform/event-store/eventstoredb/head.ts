import { type Position, start } from '#domain/shared/decider.ts';
import { ownEvent, placeOf } from './events.ts';
import { type NextPage, type Page, pageSize } from './pages.ts';

/**
 * The position of the newest event. A server adds events of its own for as long as it runs: we read back over those
 * only that came since the last time.
 */
export function headReader(backwards: NextPage): () => Promise<Position> {
  let seen = { end: start, head: start };

  return async () => {
    const newest = await backwards(null, 1);
    const end = newest[0] ? placeOf(newest[0]) : start;
    // A log that is shorter than it was is another one.
    const before = end < seen.end ? { end: start, head: start } : seen;
    const head = (await newestAfter(before.end, newest, backwards)) ?? before.head;
    seen = { end, head };
    return head;
  };
}

/** Of the newest event after `after`, beginning with those in `newest`; null when there is none. */
async function newestAfter(after: Position, newest: Page, backwards: NextPage): Promise<Position | null> {
  let page = newest;
  for (let last = page.at(-1); last; last = page.at(-1)) {
    for (const read of page) {
      if (placeOf(read) <= after) return null;
      if (ownEvent(read)) return placeOf(read);
    }
    const at = placeOf(last);
    page = (await backwards(at, pageSize)).filter((read) => placeOf(read) < at);
  }
  return null;
}
