import type { Recorded } from '#domain/shared/decider.ts';
import type { VisitorView } from '#domain/visit/admin.contract.ts';
import type { EventOf, Projection } from './projection.ts';
import type { DocPage, Query, ViewReader, Where } from './store/port.ts';

/** A visit; its `id` begins with its time, so that ids sort by time. */
export type VisitorDoc = VisitorView;

type HandledType = 'VisitRecorded' | 'VisitsForgotten';

export const visitors: Projection<HandledType, VisitorDoc> = {
  view: 'visitors',
  version: 2,
  indexes: [],
  handles: ['VisitRecorded', 'VisitsForgotten'],
  idsOf: (event) => (event.type === 'VisitRecorded' ? [toVisitorId(event)] : event.data.ids),
  evolve: (doc, event, id) => {
    if (event.type === 'VisitsForgotten') return doc && { ...doc, ipAddress: null, userAgent: null, referrer: null };
    const { ipAddress, userAgent, state, city, country, referrer } = event.data;
    return { id, timestamp: event.metadata.at, ipAddress, userAgent, state, city, country, referrer };
  },
};

const idDigitCount = 12;

function toVisitorId({ data, metadata }: Recorded<EventOf<'VisitRecorded'>>): string {
  return `${metadata.at}-${data.visitId.replaceAll('-', '').slice(0, idDigitCount)}`;
}

/** From `from` (inclusive) to `until` (exclusive), ISO 8601. */
export type TimeRange = { from: string; until: string };
type VisitorQuery = Partial<TimeRange> & Pick<Query, 'limit' | 'cursor'>;

/** Newest first. */
export function listNewestVisitors(
  views: ViewReader,
  { limit, cursor, ...span }: VisitorQuery,
): Promise<DocPage<VisitorDoc>> {
  return views.list<VisitorDoc>(visitors.view, {
    where: toIdRange(span),
    sort: [{ field: 'id', direction: 'desc' }],
    limit,
    cursor,
  });
}

/** Oldest first, those after the one with the id `after`. */
export async function listOldestVisitors(
  views: ViewReader,
  { after, until, limit }: { after: string; until: string; limit: number },
): Promise<VisitorDoc[]> {
  const { docs } = await views.list<VisitorDoc>(visitors.view, {
    where: { id: { gt: after, lt: until } },
    sort: [{ field: 'id', direction: 'asc' }],
    limit,
  });
  return docs;
}

export function countVisitors(views: ViewReader): Promise<number> {
  return views.count(visitors.view);
}

/** Reads single visits: for spans of at most an hour. */
export async function countVisitsWithin(
  views: ViewReader,
  span: TimeRange,
): Promise<{ count: number; byState: Map<string, number> }> {
  const where = toIdRange(span);
  const [count, byState] = await Promise.all([
    views.count(visitors.view, where),
    views.countBy(visitors.view, 'state', where),
  ]);
  return { count, byState };
}

/** An id is longer than its time, and so sorts after it. */
function toIdRange({ from, until }: Partial<TimeRange>): Where {
  if (from !== undefined && until !== undefined) return { id: { gt: from, lt: until } };
  return {};
}
