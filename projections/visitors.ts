import type { Recorded } from '#domain/shared/decider.ts';
import type { VisitorView } from '#domain/visit/admin.contract.ts';
import type { EventOf, Projection } from './projection.ts';
import type { Page, Query, ViewReader, Where } from './store/port.ts';

/** A visit; its `id` begins with its time, so that the order of ids is that of time. */
export type VisitorDoc = VisitorView;

type Handled = 'VisitRecorded' | 'VisitsForgotten';

export const visitors: Projection<Handled, VisitorDoc> = {
  view: 'visitors',
  version: 2,
  indexes: [],
  handles: ['VisitRecorded', 'VisitsForgotten'],
  idsOf: (event) => (event.type === 'VisitRecorded' ? [idOf(event)] : event.data.ids),
  evolve: (doc, event, id) => {
    if (event.type === 'VisitsForgotten') return doc && { ...doc, ipAddress: null, userAgent: null, referrer: null };
    const { ipAddress, userAgent, state, city, country, referrer } = event.data;
    return { id, timestamp: event.metadata.at, ipAddress, userAgent, state, city, country, referrer };
  },
};

const idDigits = 12;

function idOf({ data, metadata }: Recorded<EventOf<'VisitRecorded'>>): string {
  return `${metadata.at}-${data.visitId.replaceAll('-', '').slice(0, idDigits)}`;
}

/** From `from` until before `until`, ISO 8601. */
export type Span = { from: string; until: string };
type Asked = Partial<Span> & Pick<Query, 'limit'> & { cursor?: string };

/** Newest first. */
export function newestVisitors(views: ViewReader, { limit, cursor, ...span }: Asked): Promise<Page<VisitorDoc>> {
  return views.list<VisitorDoc>(visitors.view, {
    where: within(span),
    sort: [{ field: 'id', direction: 'desc' }],
    limit,
    ...(cursor !== undefined && { cursor }),
  });
}

/** Oldest first, those after the one of id `after`. */
export async function oldestVisitors(
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

/** One by one: for spans of an hour at most. */
export async function countedWithin(
  views: ViewReader,
  span: Span,
): Promise<{ count: number; byState: Map<string, number> }> {
  const where = within(span);
  const [count, byState] = await Promise.all([
    views.count(visitors.view, where),
    views.countBy(visitors.view, 'state', where),
  ]);
  return { count, byState };
}

/** An id is longer than its time, and so comes after it. */
function within({ from, until }: Partial<Span>): Where {
  if (from !== undefined && until !== undefined) return { id: { gt: from, lt: until } };
  return {};
}
