import { maxRecentVisitors, maxVisitors, visitorEndpoints } from '#domain/visit/admin.contract.ts';
import { countVisitors, listNewestVisitors } from '#projections/visitors.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { getWeek, toIso } from '#server/lib/clock.ts';
import { listWeeks } from './hourly-visits.ts';
import { readDays, readRollingStats, readWeekStats } from './statistics.ts';

export type VisitorDeps = Pick<Platform, 'views' | 'clock'>;

/** What admins see of the visits to the login page; full admins can page through all of them, as the export needs. */
export function visitorRoutes({ views, clock }: VisitorDeps): Route[] {
  const now = () => clock().getTime();

  return [
    route(visitorEndpoints.listAvailableWeeks, () => listWeeks(now())),
    route(visitorEndpoints.getVisitorStats, () => readRollingStats(views, now())),
    route(visitorEndpoints.listVisitorDays, ({ query: { days } }) => readDays(views, now(), days)),
    route(visitorEndpoints.getWeekStats, ({ params: { offset } }) => readWeekStats(views, now(), offset)),

    route(visitorEndpoints.listVisitorsOfWeek, async ({ params: { offset } }) => {
      const { from, until } = getWeek(now(), offset);
      const page = await listNewestVisitors(views, { from: toIso(from), until: toIso(until), limit: maxVisitors });
      return page.docs;
    }),

    route(
      visitorEndpoints.listRecentVisitors,
      async () => (await listNewestVisitors(views, { limit: maxRecentVisitors })).docs,
    ),

    route(visitorEndpoints.listVisitors, async (call) => {
      const [{ docs, cursor }, total] = await Promise.all([
        listNewestVisitors(views, call.query),
        countVisitors(views),
      ]);
      setPageHeaders(call, { total, cursor });
      return docs;
    }),
  ];
}
