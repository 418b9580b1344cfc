import { type Position, toPosition } from '#domain/shared/decider.ts';
import { propertyWords } from '#domain/history/event-words.ts';
import { history, type HistoryDoc } from '#projections/history.ts';
import { toPositionId } from '#projections/store/position-id.ts';
import { readPages } from '#projections/store/list-all.ts';
import {
  BadCursor,
  type DocPage,
  type Query,
  type Sort,
  type ViewReader,
  type ViewStore,
} from '#projections/store/port.ts';
import { type EventStore, PositionNotInLog, type StoredEvent } from '#server/platform/event-store/port.ts';
import { readLogPagesBackwards } from '#server/platform/event-store/log-pages.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';
import type { ProjectionTracker } from '#server/platform/projector/projection-progress.ts';
import {
  allEvents,
  buildCondition,
  type EventFilters,
  type HistoryCondition,
  type SearchSpan,
} from './history-query.ts';

type HistoryReaderDeps = {
  events: EventStore;
  views: ViewReader & Pick<ViewStore, 'checkHealth'>;
  /** The progress of the history's view. */
  tracker: Pick<ProjectionTracker, 'position' | 'waitForProjections'>;
  /** The tokens by which stored events name a user as a member. */
  tokensOf: (userId: string) => Promise<string[]>;
  /** How many documents are searched at once where all that match are counted. */
  countedAtOnce?: number;
};

/** The view lacks the newest events, so that a search would miss them. */
export class IndexBehind extends Error {
  /** How much of the log is indexed, in whole percent. */
  readonly percent: number;

  constructor(percent: number) {
    super('The history is being indexed');
    this.name = 'IndexBehind';
    this.percent = percent;
  }
}

const pageSize = 500;
const maxCorrelatedCount = 200;
const everywhere: SearchSpan = { before: Infinity, after: -Infinity };
const newestFirst: Sort = [{ field: 'id', direction: 'desc' }];

/** The log as auditors read it. Found events come newest first. Throws IndexBehind, BadCursor. */
export type HistoryReader = ReturnType<typeof createHistoryReader>;

export function createHistoryReader(deps: HistoryReaderDeps) {
  const { events, views, tokensOf, countedAtOnce } = deps;
  const assertIndexed = async () => {
    const percent = await waitUntilIndexed(deps);
    if (percent < 100) throw new IndexBehind(percent);
  };

  const findCondition = async (filters: EventFilters, span: SearchSpan) => {
    const tokens = filters.person === null ? [] : await tokensOf(filters.person);
    return buildCondition(views, filters, tokens, span);
  };

  async function* search(filters: EventFilters, span: SearchSpan, size: number): AsyncGenerator<StoredEvent[], void> {
    await assertIndexed();
    const where = await findCondition(filters, span);
    if (where === null) return;
    const query = { where, sort: newestFirst, pageSize: size };
    for await (const docs of readPages<HistoryDoc>(views, history.view, query)) yield await readEvents(events, docs);
  }

  /** Yields events in lists, each with as many as are loaded at once. */
  function pages(filters: EventFilters, span: SearchSpan, size = pageSize): AsyncGenerator<StoredEvent[], void> {
    return isUnfiltered(filters) ? readUnfiltered(events, span, size) : search(filters, span, size);
  }

  return {
    pages,
    /** `hasMore` is whether there are further ones. */
    page: async (filters: EventFilters, span: SearchSpan, limit: number) => {
      const first = await pages(filters, span, limit + 1).next();
      const matches = first.done ? [] : first.value;
      return { events: matches.slice(0, limit), hasMore: matches.length > limit };
    },
    /** The documents of a page. Those of other views of single events have the same ids. Throws BadCursor. */
    list: async (filters: EventFilters, page: Omit<Query, 'where'>): Promise<DocPage<HistoryDoc>> => {
      await assertIndexed();
      const where = await findCondition(filters, everywhere);
      return where === null ? { docs: [] } : views.list<HistoryDoc>(history.view, { ...page, where });
    },
    /** Null where there is no event at the position. */
    findAt: async (position: Position): Promise<StoredEvent | null> => {
      await assertIndexed();
      const doc = await views.get<HistoryDoc>(history.view, toPositionId(position));
      const [event] = doc ? await readEvents(events, [doc]) : [];
      return event ?? null;
    },
    /** All events caused by one outside request or item, oldest first, up to 200. */
    correlated: async (correlationId: string): Promise<StoredEvent[]> => {
      await assertIndexed();
      const where = { words: { allOf: [[propertyWords.correlation(correlationId)]] } };
      const query = { where, sort: newestFirst, limit: maxCorrelatedCount };
      const { docs } = await views.list<HistoryDoc>(history.view, query);
      return (await readEvents(events, docs)).toReversed();
    },
    /** How many events there are with these filters; null while the view lacks some. */
    count: async (filters = allEvents): Promise<number | null> => {
      if ((await waitUntilIndexed(deps)) < 100) return null;
      const all = await views.count(history.view);
      if (isUnfiltered(filters)) return all;
      const where = await findCondition(filters, everywhere);
      return where === null ? 0 : countInParts(views, where, splitLog(all, await events.head(), countedAtOnce));
    },
  };
}

/** How much of the log is in the view, in percent; waits a little for the newest events. */
async function waitUntilIndexed({ events, views, tracker }: HistoryReaderDeps): Promise<number> {
  const head = await events.head();
  await tracker.waitForProjections(head);
  const position = tracker.position();
  if (position >= head) return 100;
  // A damaged file is not indexed further.
  await views.checkHealth?.();
  return Math.floor((99 * position) / head);
}

/** A count of that many takes some ms. */
const defaultCountedAtOnce = 20_000;

/** Where each part of the log ends, as an id; other requests are answered between two parts. */
function splitLog(documents: number, head: number, atOnce = defaultCountedAtOnce): string[] {
  const partCount = Math.max(1, Math.ceil(documents / atOnce));
  return Array.from({ length: partCount }, (_, index) => toPositionId(Math.ceil((head * (index + 1)) / partCount) + 1));
}

async function countInParts(views: ViewReader, where: HistoryCondition, ends: readonly string[]): Promise<number> {
  let count = 0;
  let { gt } = where.id;
  for (const end of ends) {
    const lt = end < where.id.lt ? end : where.id.lt;
    if (gt >= lt) continue;
    count += await views.count(history.view, { ...where, id: { gt, lt } });
    await yieldToEventLoop();
    gt = toPositionId(Number(lt) - 1);
  }
  return count;
}

function isUnfiltered(filters: EventFilters): boolean {
  return Object.values(filters).every((filter) => filter === null);
}

async function* readUnfiltered(events: EventStore, { before, after }: SearchSpan, size: number) {
  const start = before === Infinity ? null : toPosition(before);
  try {
    for await (const page of readLogPagesBackwards(events, start, size)) {
      const within = page.filter(({ position }) => position > after);
      if (within.length > 0) yield within;
      if (within.length < page.length) return;
    }
  } catch (error) {
    throw error instanceof PositionNotInLog ? new BadCursor() : error;
  }
}

/** The events of documents, in their order. */
async function readEvents(events: EventStore, docs: HistoryDoc[]): Promise<StoredEvent[]> {
  const streams = Map.groupBy(docs, ({ stream }) => stream);
  const eventsById = new Map<string, StoredEvent>();
  const runs = Array.from(streams, ([stream, streamDocs]) =>
    findRuns(streamDocs.map(({ revision }) => revision)).map((run) => ({ stream, ...run })),
  ).flat();
  await Promise.all(
    runs.map(async ({ stream, first, last }) => {
      const { events: past } = await events.read(stream, first, last - first + 1);
      for (const event of past) eventsById.set(toPositionId(event.position), event);
    }),
  );
  return docs.flatMap(({ id }) => eventsById.get(id) ?? []);
}

/** Events of a stream with fewer others between them are read in one call. */
const maxRevisionsBetween = 20;

/** The parts of a stream that contain the revisions, without the long stretches between them. */
function findRuns(revisions: number[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const revision of revisions.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && revision - run.last <= maxRevisionsBetween) run.last = revision;
    else runs.push({ first: revision, last: revision });
  }
  return runs;
}
