import { eventCatalog } from '#domain/event-catalog/catalog.ts';
import type { Response } from 'express';
import { userStream } from '#domain/event-catalog/streams.ts';
import { historyEndpoints } from '#domain/history/contract.ts';
import { toPosition } from '#domain/shared/decider.ts';
import { withDamagedStreams } from '#server/platform/event-store/damage.ts';
import { type EventStore, noStream } from '#server/platform/event-store/port.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Push } from '#server/modules/alerts/index.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { ViewDeps } from '#server/platform/modules/platform.ts';
import type { AuditLog } from './audit-log.ts';
import { readDetails } from './details/details.ts';
import { sendExport } from './details/export.ts';
import { toManifestFilter, resolveFilters, throwBusy } from './query.ts';
import { allEvents } from './search/history-query.ts';
import { presentEvents } from './details/present-events.ts';

type HistoryDeps = ViewDeps & {
  events: Pick<EventStore, 'read'>;
  emails: Pick<EmailRegistry, 'findOwner'>;
  push: Pick<Push, 'subscriptions'>;
  auditLog: AuditLog;
};

const eventTypes = Object.keys(eventCatalog).sort();
/** Small, as a page is read without a pause for others, and an event may have 500 members. */
const exportPageSize = 20;

/** The routes of the audit history. */
export function historyRoutes(deps: HistoryDeps): Route[] {
  return [
    createListRoute(deps),
    createExportRoute(deps),
    createUserEvidenceRoute(deps),
    ...createVerificationRoutes(deps.auditLog),
    route(historyEndpoints.listEventTypes, () => eventTypes),
    createEventRoute(deps),
  ];
}

function createListRoute({ views, emails, auditLog }: Pick<HistoryDeps, 'views' | 'emails' | 'auditLog'>): Route {
  return route(historyEndpoints.listHistory, async (call) => {
    const { limit, cursor, after, ...filterQuery } = call.query;
    const filters = await resolveFilters(filterQuery, emails);
    if (filters === null) {
      setPageHeaders(call, { total: 0, cursor: undefined });
      return [];
    }
    const span = { before: cursor ?? Infinity, after: after ?? -Infinity };
    const { events, hasMore } = await auditLog.history.page(filters, span, limit).catch(throwBusy);
    const total = await auditLog.history.count(filters);
    setPageHeaders(call, { total, cursor: hasMore ? events.at(-1)?.position : undefined });
    return presentEvents({ views, history: auditLog.views }, events);
  });
}

function createExportRoute({
  views,
  emails,
  auditLog,
  clock,
}: Omit<HistoryDeps, 'documents' | 'events' | 'push'>): Route {
  return route(historyEndpoints.exportHistory, async ({ query: { format, ...filterQuery }, response }) => {
    const filters = await resolveFilters(filterQuery, emails);
    if (format === 'evidence') {
      const filter = toManifestFilter(filterQuery, filters);
      await sendEvidence(response, auditLog.writeEvidence({ filters, filter, views }), clock());
      return;
    }
    const span = { before: Infinity, after: -Infinity };
    const pages = filters === null ? null : auditLog.history.pages(filters, span, exportPageSize);
    const day = clock().toISOString().slice(0, 10);
    await sendExport(response, { pages, views, history: auditLog.views, format, day }).catch(throwBusy);
  });
}

function createUserEvidenceRoute({
  views,
  events,
  auditLog,
  clock,
}: Pick<HistoryDeps, 'views' | 'events' | 'auditLog' | 'clock'>): Route {
  const { read } = withDamagedStreams(events, 'types');
  return route(historyEndpoints.getUserEvidence, async ({ params: { id }, response }) => {
    const { revision } = await read(userStream(id), 0, 1);
    if (revision === noStream) throw new HttpError(404, 'No such user');
    const request = { filters: { ...allEvents, person: id }, filter: { person: id }, views };
    await sendEvidence(response, auditLog.writeEvidence(request), clock());
  });
}

async function sendEvidence(response: Response, texts: AsyncGenerator<string>, now: Date): Promise<void> {
  const file = { name: `evidence-${now.toISOString().slice(0, 10)}.json`, contentType: 'application/json' };
  await sendFile(response, file, texts).catch(throwBusy);
}

function createVerificationRoutes({ verification }: AuditLog): Route[] {
  return [
    route(historyEndpoints.getVerification, () => verification.state()),
    route(historyEndpoints.beginVerification, async ({ query: { full } }) => {
      await verification.begin({ isFull: full });
      return verification.state();
    }),
  ];
}

function createEventRoute({
  views,
  documents,
  events: whole,
  push,
  auditLog,
}: Omit<HistoryDeps, 'emails' | 'clock'>): Route {
  const { subscriptions } = push;
  const events = withDamagedStreams(whole, 'types');
  const deps = { views, documents, events, subscriptions, history: auditLog.history, historyViews: auditLog.views };
  return route(historyEndpoints.getHistoryEvent, async ({ params: { position } }) => {
    const details = position === null ? null : await readDetails(deps, toPosition(position)).catch(throwBusy);
    if (details === null) throw new HttpError(404, 'No such event');
    return details;
  });
}
