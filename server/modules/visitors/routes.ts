import type { Request } from 'express';
import * as z from 'zod';
import { maxVisitors, maxRecentVisitors, visitorPaths, maxVisitorWeeks } from '#domain/visit/admin.contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { countVisitors, listNewestVisitors } from '#projections/visitors.ts';
import { toPage, createPagingQuery, setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import { listWeeks, toIso, getWeek } from './hourly-visits.ts';
import { readRollingStats, readWeekStats } from './statistics.ts';

const allVisitorsQuery = z.object(createPagingQuery(maxVisitors));
const defaultPageSize = 1000;

export type VisitorDeps = { views: ViewReader; clock: Clock };

/** What admins see of the visits to the login page; full admins can page through all of them, as the export needs. */
export function visitorRoutes({ views, clock }: VisitorDeps): Route[] {
  const now = () => clock().getTime();
  const forAdmins = { method: 'get', access: 'admin', status: 200 } as const;

  return [
    route({ ...forAdmins, path: visitorPaths.availableWeeks }, () => Promise.resolve(listWeeks(now()))),
    route({ ...forAdmins, path: visitorPaths.stats }, () => readRollingStats(views, now())),
    route({ ...forAdmins, path: visitorPaths.weekStats(':offset') }, ({ request }) =>
      readWeekStats(views, now(), readOffset(request)),
    ),
    route({ ...forAdmins, path: visitorPaths.byWeek(':offset') }, async ({ request }) => {
      const { from, until } = getWeek(now(), readOffset(request));
      const page = await listNewestVisitors(views, { from: toIso(from), until: toIso(until), limit: maxVisitors });
      return page.docs;
    }),
    route({ ...forAdmins, path: visitorPaths.recent, isShared: true }, async () => {
      return (await listNewestVisitors(views, { limit: maxRecentVisitors })).docs;
    }),
    route({ ...forAdmins, path: visitorPaths.all, access: 'full-admin' }, async ({ request, response }) => {
      const listOptions = { limit: defaultPageSize, ...toPage(allVisitorsQuery.parse(request.query)) };
      const [page, total] = await Promise.all([listNewestVisitors(views, listOptions), countVisitors(views)]);
      setPageHeaders(request, response, { total, ...(page.cursor !== undefined && { cursor: page.cursor }) });
      return page.docs;
    }),
  ];
}

function readOffset(request: Request): number {
  const text = String(request.params['offset']);
  const offset = /^(0|[1-9]\d?)$/.test(text) ? Number(text) : maxVisitorWeeks;
  if (offset < maxVisitorWeeks) return offset;
  throw new HttpError(400, `offset must be a whole number from 0 to ${maxVisitorWeeks - 1}`);
}
