import { buildAlertId, type SharedAlert } from '#domain/alert/alert-view.ts';
import type { Projection } from './projection.ts';

/** The data shared by the members of one delivered alert, stored once instead of for each of them. */
export type AlertDoc = SharedAlert & { id: string };

export const alerts: Projection<'AlertsDelivered', AlertDoc> = {
  view: 'alerts',
  version: 2,
  indexes: [],
  handles: ['AlertsDelivered'],
  idsOf: ({ data }) => [buildAlertId(data)],
  evolve: (_doc, { data: { listingId, n, kind, listing } }, id) => ({ id, listingId, n, kind, listing }),
};
