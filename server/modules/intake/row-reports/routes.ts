import { rowReportEndpoints } from '#domain/listing/row-reports.contract.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { recordWritePosition } from '#server/platform/http/routing/write-position.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { IntakeDeps } from '../pipeline/deps.ts';
import type { RowReports } from './row-reports.ts';

const holdReason = 'An admin took it, although it had been rejected';

type RowReportRoutesDeps = { events: Pick<EventStore, 'head'>; rowReports: RowReports };

/** The rows that were rejected or read in part; a wrongly rejected one can be taken into the review. */
export function rowReportRoutes(
  { events, rowReports }: RowReportRoutesDeps,
  { intake }: Pick<IntakeDeps, 'intake'>,
): Route[] {
  return [
    route(rowReportEndpoints.listRowReports, async (call) => {
      const { limit, cursor, ...filters } = call.query;
      const page = await rowReports.list(filters, { limit, cursor });
      setPageHeaders(call, page);
      return page.reports;
    }),

    route(rowReportEndpoints.takeRow, async ({ params: { id }, sender }) => {
      const found = await rowReports.find(id);
      if (found === null) throw new HttpError(404, 'No such row');
      if (found.report.takenAt !== null) return found.report;
      if (found.item === null) throw new HttpError(409, 'This row cannot be taken');
      await intake.take(found.report.source, [found.item], { ...sender, channel: 'review' }, holdReason);
      const taken = await rowReports.markTaken(id);
      recordWritePosition(await events.head());
      return taken ?? found.report;
    }),
  ];
}
