import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';

const count = z.number();
const day = z.string();

/** Answer of `GET /api/admin/overview`. Days and weeks (from Monday) are in UTC. */
export const overviewView = z.object({
  users: count,
  activeMembers: count,
  /** Users whose membership began, and ended, since `weekStart`. */
  newThisWeek: count,
  endedThisWeek: count,
  alertsToday: count,
  /** Of the last 24 hours, from the listing's arrival to the delivery; null where no alert was delivered. */
  medianAlertSeconds: z.number().nullable(),
  waitingForReview: count,
  limitRequests: count,
  failingSources: count,
  /** Both yyyy-MM-dd. */
  today: day,
  weekStart: day,
});
export type OverviewView = z.infer<typeof overviewView>;

export const overviewEndpoints = defineEndpoints('Overview', {
  getOverview: { method: 'get', path: '/api/admin/overview', access: 'admin', response: overviewView },
});
