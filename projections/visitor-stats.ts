import type { Projection } from './projection.ts';
import type { ViewReader } from './store/port.ts';

/** The visits of one hour in UTC (`2026-03-01T12`); `byState` counts those of the United States with a known state. */
export type VisitorStatsDoc = { id: string; count: number; byState: Record<string, number> };

export const visitorStats: Projection<'VisitRecorded', VisitorStatsDoc> = {
  view: 'visitor-stats',
  version: 1,
  indexes: [],
  handles: ['VisitRecorded'],
  idsOf: ({ metadata }) => [toHour(metadata.at)],
  evolve: (doc, { data: { state } }, id) => {
    const { count, byState }: Omit<VisitorStatsDoc, 'id'> = doc ?? { count: 0, byState: {} };
    const counts = state === null ? byState : { ...byState, [state]: (byState[state] ?? 0) + 1 };
    return { id, count: count + 1, byState: counts };
  },
};

export function toHour(time: string): string {
  return time.slice(0, 'yyyy-MM-ddTHH'.length);
}

/** The totals of a span of whole hours, independent of the number of visits. */
export async function countVisitsInHours(
  views: ViewReader,
  hours: string[],
): Promise<{ count: number; byState: Map<string, number> }> {
  const docs = await views.getMany<VisitorStatsDoc>(visitorStats.view, hours);
  const byState = new Map<string, number>();
  let count = 0;
  for (const doc of docs) {
    count += doc?.count ?? 0;
    for (const [state, visits] of Object.entries(doc?.byState ?? {}))
      byState.set(state, (byState.get(state) ?? 0) + visits);
  }
  return { count, byState };
}

/** The visits of whole hours, by day in UTC. */
export async function countVisitsByDay(views: ViewReader, hours: string[]): Promise<Map<string, number>> {
  const byDay = new Map<string, number>();
  for (const doc of await views.getMany<VisitorStatsDoc>(visitorStats.view, hours)) {
    const day = doc?.id.slice(0, 'yyyy-MM-dd'.length) ?? '';
    if (doc) byDay.set(day, (byDay.get(day) ?? 0) + doc.count);
  }
  return byDay;
}
