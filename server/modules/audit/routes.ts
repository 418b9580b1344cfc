import { historyEndpoints } from '#domain/history/contract.ts';
import { toPosition } from '#domain/shared/decider.ts';
import { withDamagedStreams } from '#server/platform/event-store/damage.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Push } from '#server/modules/alerts/index.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { ViewDeps } from '#server/platform/modules/platform.ts';
import type { AuditLog } from './audit-log.ts';
import { readDetails } from './details/details.ts';
import { sendExport } from './details/export.ts';
import { resolveFilters } from './query.ts';
import { IndexBehind } from './search/history-reader.ts';
import { presentEvents } from './details/present-events.ts';

type HistoryDeps = ViewDeps & {
  events: Pick<EventStore, 'read'>;
  emails: Pick<EmailRegistry, 'findOwner'>;
  push: Pick<Push, 'subscriptions'>;
  auditLog: AuditLog;
};

/** Small, as a page is read without a pause for others, and an event may have 500 members. */
const exportPageSize = 20;

/** The routes of the audit history. */
export function historyRoutes(deps: HistoryDeps): Route[] {
  return [
    createListRoute(deps),
    createExportRoute(deps),
    ...createVerificationRoutes(deps.auditLog),
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
    const span = { before: Infinity, after: -Infinity };
    const pages = filters === null ? null : auditLog.history.pages(filters, span, exportPageSize);
    const day = clock().toISOString().slice(0, 10);
    await sendExport(response, { pages, views, history: auditLog.views, format, day }).catch(throwBusy);
  });
}

function createVerificationRoutes({ verification }: AuditLog): Route[] {
  return [
    route(historyEndpoints.getVerification, () => verification.state()),
    route(historyEndpoints.beginVerification, async () => {
      await verification.begin();
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

function throwBusy(error: unknown): never {
  if (!(error instanceof IndexBehind)) throw error;
  const sentence = `The history is being indexed, ${error.percent} % so far. Filters and causes are there once that is done.`;
  throw new HttpError(503, sentence, { 'Retry-After': '5' });
}
