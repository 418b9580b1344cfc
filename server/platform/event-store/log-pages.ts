import { type Position, startPosition } from '#domain/shared/decider.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';
import type { EventStore, StoredEvent } from './port.ts';

const maxPageSize = 2_000;

/** The whole log after `after`, first to last, a page at a time in memory; other work has its turn in between. */
export async function* readLogPages(
  { readAll }: Pick<EventStore, 'readAll'>,
  after = startPosition,
  pageSize = maxPageSize,
): AsyncGenerator<StoredEvent[], undefined> {
  for (let from = after; ; ) {
    const page = await readAll(from, pageSize);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    from = last.position;
    await yieldToEventLoop();
  }
}

/**
 * The log before `before` (null: from its end), last to first, a page at a time in memory; other work has its turn in
 * between.
 */
export async function* readLogPagesBackwards(
  { readAllBackwards }: Pick<EventStore, 'readAllBackwards'>,
  before: Position | null = null,
  pageSize = maxPageSize,
): AsyncGenerator<StoredEvent[], undefined> {
  for (let from = before; ; ) {
    const page: StoredEvent[] = await readAllBackwards(from, pageSize);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    from = last.position;
    await yieldToEventLoop();
  }
}

/** How many events lie within a distance of positions, where they are as far apart as those of the page. */
export function estimateEvents(page: readonly Pick<StoredEvent, 'position'>[], distance: number): number {
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined || page.length === 1) return distance;
  return Math.round((distance * (page.length - 1)) / (last.position - first.position));
}
