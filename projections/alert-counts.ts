import type { AlertEvent, DeliveredAlert } from '#domain/alert/events.ts';
import type { Projection } from './projection.ts';
import type { ViewReader } from './store/port.ts';

/** Counts for one listing, price drops included: delivered alerts, and pending ones, such as for a daily digest. */
export type AlertCountsDoc = { id: string; sent: number; waiting: number };

export const alertCounts: Projection<AlertEvent['type'], AlertCountsDoc> = {
  view: 'reach',
  version: 1,
  indexes: [],
  handles: ['AlertsMatched', 'AlertsDelivered', 'AlertsWithheld'],
  idsOf: ({ data }) => [data.listingId],
  evolve: (doc, { type, data }, id) => {
    const { sent, waiting } = doc ?? { sent: 0, waiting: 0 };
    if (type === 'AlertsMatched') return { id, sent, waiting: waiting + data.members.length };
    const doneCount = type === 'AlertsDelivered' ? data.members.length : data.userIds.length;
    return { id, sent: type === 'AlertsDelivered' ? sent + doneCount : sent, waiting: waiting - doneCount };
  },
};

/** The alerts delivered on one day in UTC; `id` is the day (2026-03-01). */
type AlertDayDoc = { id: string; alertCount: number };

export const alertDays: Projection<'AlertsDelivered', AlertDayDoc> = {
  view: 'alert-days',
  version: 1,
  indexes: [],
  handles: ['AlertsDelivered'],
  idsOf: ({ data }) => [toDay(data)],
  evolve: (doc, { data }, id) => ({ id, alertCount: (doc?.alertCount ?? 0) + data.members.length }),
};

function toDay({ at }: DeliveredAlert): string {
  return at.slice(0, 'yyyy-MM-dd'.length);
}

export async function countAlertsOfDay(views: ViewReader, day: string): Promise<number> {
  return (await views.get<AlertDayDoc>(alertDays.view, day))?.alertCount ?? 0;
}
