import { type RowReport, rowReportEndpoints } from '#domain/listing/row-reports.contract.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { recordWritePosition } from '#server/platform/http/routing/write-position.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Intake } from '../pipeline/intake.ts';
import { deriveListingId } from '../pipeline/listing-id.ts';
import { readListingStage } from '../pipeline/listing-stage.ts';
import type { RowReports } from './row-reports.ts';

const holdReason = 'An admin took it, although it had been rejected';

const dismissedMessage = 'An admin has rejected its listing in the review before';

type RowReportRoutesDeps = {
  events: Pick<EventStore, 'head' | 'read'>;
  rowReports: RowReports;
  intake: Pick<Intake, 'take'>;
};

/** The rows that were rejected or read in part; a wrongly rejected one can be taken into the review. */
export function rowReportRoutes({ events, rowReports, intake }: RowReportRoutesDeps): Route[] {
  const rowMutex = createKeyedMutex();
  const takeRow = async (id: string, sender: CommandMetadata): Promise<RowReport> => {
    const row = await rowReports.find(id);
    if (row === null) throw new HttpError(404, 'No such row');
    if (row.report.takenAt !== null) return row.report;
    if (row.item === null) throw new HttpError(409, 'This row cannot be taken');
    const { source } = row.report;
    await intake.take(source, [row.item], { ...sender, channel: 'review' }, holdReason);
    const stage = await readListingStage(events, deriveListingId(source, row.item));
    if (stage !== 'waiting')
      throw new HttpError(409, stage === 'accepted' ? 'Its listing is on offer already' : dismissedMessage);
    const takenReport = await rowReports.markTaken(id);
    recordWritePosition(await events.head());
    return takenReport ?? row.report;
  };
  return [
    route(rowReportEndpoints.listRowReports, async (call) => {
      const { limit, cursor, ...filters } = call.query;
      const page = await rowReports.list(filters, { limit, cursor });
      setPageHeaders(call, page);
      return page.reports;
    }),

    // A double click takes it once.
    route(rowReportEndpoints.takeRow, ({ params: { id }, sender }) => rowMutex(id, () => takeRow(id, sender))),
  ];
}
