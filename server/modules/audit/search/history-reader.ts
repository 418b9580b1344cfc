import { type Position, startPosition } from '#domain/shared/decider.ts';
import { BadCursor, type ViewReader, type ViewStore } from '#projections/store/port.ts';
import { type EventStore, PositionNotInLog, type StoredEvent } from '#server/platform/event-store/port.ts';
import { indexView, summariesBefore } from './index-blocks.ts';
import { searchCorrelated, type Hit, searchIndex, type SearchSpan } from './search-index.ts';
import { type EventFilters, compileFilter } from './search-filter.ts';

export type HistoryViews = Pick<ViewReader, 'list' | 'get' | 'getMany'> & Pick<ViewStore, 'checkpoints'>;
type HistoryReaderDeps = {
  events: EventStore;
  views: HistoryViews;
  /** The tokens by which stored events name a user as a member. */
  tokensOf: (userId: string) => Promise<string[]>;
};

type SearchedStores = Pick<HistoryReaderDeps, 'events' | 'views'>;

const pageSize = 500;
const maxCorrelatedCount = 200;
const maxCountedTail = 2_000;

/** The log as auditors read it. Found events come newest first. Throws IndexBehind, BadCursor. */
export type HistoryReader = ReturnType<typeof createHistoryReader>;

export function createHistoryReader({ events, views, tokensOf }: HistoryReaderDeps) {
  /** Yields events in lists, each with as many as are loaded at once. */
  async function* pages(filters: EventFilters, span: SearchSpan, size = pageSize): AsyncGenerator<StoredEvent[]> {
    const tokens = filters.person === null ? [] : await tokensOf(filters.person);
    const filter = compileFilter(filters, tokens);
    if (filter.isAll) yield* readUnfiltered(events, span, size);
    else yield* fetchEvents(events, searchIndex({ events, views }, filter, span), size);
  }

  return {
    pages,
    /** `hasMore` is whether there are further ones. */
    page: async (filters: EventFilters, span: SearchSpan, limit: number) => {
      const found: StoredEvent[] = [];
      for await (const some of pages(filters, span, limit + 1)) {
        found.push(...some);
        if (found.length > limit) break;
      }
      return { found: found.slice(0, limit), hasMore: found.length > limit };
    },
    /** Null where there is no event at the position. */
    findAt: async (position: Position): Promise<StoredEvent | null> => {
      const hit = await readEventAt({ events, views }, position);
      return hit;
    },
    /** All events caused by one outside request or item, oldest first, up to 200. */
    correlated: async (correlationId: string): Promise<StoredEvent[]> => {
      const found: StoredEvent[] = [];
      for await (const some of fetchEvents(
        events,
        searchCorrelated({ events, views }, correlationId),
        maxCorrelatedCount,
      )) {
        found.push(...some);
        if (found.length >= maxCorrelatedCount) break;
      }
      return found.toReversed();
    },
    /** How many events there are; null where counting is not cheap at the moment. */
    count: async (): Promise<number | null> => {
      const [last] = await summariesBefore(views, Number.MAX_SAFE_INTEGER, 1);
      const indexed = (await views.checkpoints()).get(indexView.view) ?? startPosition;
      const tail = await events.readAll(indexed, maxCountedTail);
      return tail.length === maxCountedTail ? null : (last ? last.before + last.count : 0) + tail.length;
    },
  };
}

async function* readUnfiltered(events: EventStore, { before, after }: SearchSpan, size: number) {
  for (let until = before === Infinity ? null : (before as Position); ; ) {
    const some = await events.readAllBackwards(until, size).catch(throwBadCursor);
    const within = some.filter(({ position }) => position > after);
    if (within.length > 0) yield within;
    const last = some.at(-1);
    if (!last || within.length < some.length || some.length < size) return;
    until = last.position;
  }
}

function throwBadCursor(error: unknown): never {
  throw error instanceof PositionNotInLog ? new BadCursor() : error;
}

/** The events of hits: neighbours are read together. */
async function* fetchEvents(events: EventStore, hits: AsyncGenerator<Hit>, size: number) {
  let some: Hit[] = [];
  for await (const hit of hits) {
    some.push(hit);
    if (some.length < size) continue;
    yield await fetchRuns(events, some);
    some = [];
  }
  if (some.length > 0) yield await fetchRuns(events, some);
}

async function fetchRuns(events: EventStore, hits: Hit[]): Promise<StoredEvent[]> {
  const runs: Hit[][] = [];
  for (const hit of hits) {
    const run = runs.at(-1);
    if (run && run.at(-1)?.after === hit.position) run.push(hit);
    else runs.push([hit]);
  }
  const found = await Promise.all(
    runs.map(async (run) => {
      const oldest = run.at(-1);
      return oldest ? (await events.readAll(oldest.after, run.length)).toReversed() : [];
    }),
  );
  return found.flat();
}

async function readEventAt(parts: SearchedStores, position: Position): Promise<StoredEvent | null> {
  if (position < 1) return null;
  const [next] = await parts.events.readAll((position - 1) as Position, 1).catch((error: unknown) => {
    // A store whose positions are not consecutive can only be read after an event that it has.
    if (error instanceof PositionNotInLog) return [];
    throw error;
  });
  if (next) return next.position === position ? next : null;
  return scanForEvent(parts, position);
}

async function scanForEvent({ events, views }: SearchedStores, position: Position): Promise<StoredEvent | null> {
  const [summary] = await summariesBefore(views, position + 1, 1);
  const indexed = (await views.checkpoints()).get(indexView.view) ?? startPosition;
  const after = position > indexed ? indexed : ((summary?.after ?? startPosition) as Position);
  for (let from = after; ; ) {
    const some = await events.readAll(from, pageSize);
    const found = some.find((event) => event.position === position);
    if (found) return found;
    const last = some.at(-1);
    if (!last || last.position > position) return null;
    from = last.position;
  }
}
