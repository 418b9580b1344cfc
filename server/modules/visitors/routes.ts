import type { Request } from 'express';
import * as z from 'zod';
import { mostVisitors, recentVisitors, visitorPaths, visitorWeeks } from '#domain/visit/admin.contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { countVisitors, newestVisitors } from '#projections/visitors.ts';
import { pageOf, pagingUpTo, setPage } from '#server/platform/http/routing/paging.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import { availableWeeks, iso, weekOf } from './hours.ts';
import { rollingStats, statsOfWeek } from './statistics.ts';

const allQuery = z.object(pagingUpTo(mostVisitors));
const usual = 1000;

export type VisitorDeps = { views: ViewReader; clock: Clock };

/** What admins see of the visits of the login page; all of them page by page, as the export needs, full admins. */
export function visitorRoutes({ views, clock }: VisitorDeps): Route[] {
  const now = () => clock().getTime();
  const forAdmins = { method: 'get', access: 'admin', status: 200 } as const;

  return [
    route({ ...forAdmins, path: visitorPaths.availableWeeks }, () => Promise.resolve(availableWeeks(now()))),
    route({ ...forAdmins, path: visitorPaths.stats }, () => rollingStats(views, now())),
    route({ ...forAdmins, path: visitorPaths.weekStats(':offset') }, ({ request }) =>
      statsOfWeek(views, now(), offsetIn(request)),
    ),
    route({ ...forAdmins, path: visitorPaths.byWeek(':offset') }, async ({ request }) => {
      const { from, until } = weekOf(now(), offsetIn(request));
      const page = await newestVisitors(views, { from: iso(from), until: iso(until), limit: mostVisitors });
      return page.docs;
    }),
    route({ ...forAdmins, path: visitorPaths.recent, isShared: true }, async () => {
      return (await newestVisitors(views, { limit: recentVisitors })).docs;
    }),
    route({ ...forAdmins, path: visitorPaths.all, access: 'full-admin' }, async ({ request, response }) => {
      const asked = { limit: usual, ...pageOf(allQuery.parse(request.query)) };
      const [page, total] = await Promise.all([newestVisitors(views, asked), countVisitors(views)]);
      setPage(request, response, { total, ...(page.cursor !== undefined && { cursor: page.cursor }) });
      return page.docs;
    }),
  ];
}

function offsetIn(request: Request): number {
  const text = String(request.params['offset']);
  const offset = /^(0|[1-9]\d?)$/.test(text) ? Number(text) : visitorWeeks;
  if (offset < visitorWeeks) return offset;
  throw new Problem(400, `offset must be a whole number from 0 to ${visitorWeeks - 1}`);
}
