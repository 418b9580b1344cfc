import type { AlertEvent } from '#domain/alert/events.ts';
import type { Projection } from './projection.ts';

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
