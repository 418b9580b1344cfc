import type { Request, Response } from 'express';
import { historyPaths } from '#domain/history/contract.ts';
import { toPosition } from '#domain/shared/decider.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Push } from '#server/modules/alerts/index.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { AuditLog } from './audit-log.ts';
import { readDetails } from './details/details.ts';
import { sendExport } from './details/export.ts';
import { historyExportQuery, resolveFilters, historyPageQuery } from './query.ts';
import { IndexBehind } from './search/history-reader.ts';
import { presentEvents } from './details/present-events.ts';

type HistoryDeps = {
  views: ViewReader;
  documents: Documents;
  events: EventStore;
  emails: Pick<EmailRegistry, 'findOwner'>;
  push: Pick<Push, 'subscriptions'>;
  clock: Clock;
  auditLog: AuditLog;
};

const access = 'full-admin';
const status = 200;

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
  return route({ method: 'get', path: historyPaths.list, access, status }, async ({ request, response }) => {
    const { limit, cursor, after, ...asked } = historyPageQuery.parse(request.query);
    const filters = await resolveFilters(asked, emails);
    if (filters === null) return [];
    const span = { before: cursor ?? Infinity, after: after ?? -Infinity };
    const { found, hasMore } = await auditLog.history.page(filters, span, limit).catch(throwBusy);
    const isWhole = Object.values(filters).every((one) => one === null);
    const total = isWhole ? await auditLog.history.count() : null;
    if (total !== null) response.set('X-Total-Count', String(total));
    if (hasMore) setNextLink(request, response, found.at(-1)?.position ?? 0);
    return presentEvents({ views, history: auditLog.views }, found);
  });
}

function setNextLink(request: Request, response: Response, cursor: number): void {
  const query = new URLSearchParams(request.originalUrl.split('?')[1]);
  query.set('cursor', String(cursor));
  response.set('Link', `<${request.path}?${query.toString()}>; rel="next"`);
}

function createExportRoute({
  views,
  emails,
  auditLog,
  clock,
}: Omit<HistoryDeps, 'documents' | 'events' | 'push'>): Route {
  const declared = { method: 'get', path: historyPaths.export, access, status, streams: true } as const;
  return route(declared, async ({ request, response }) => {
    const { format, ...asked } = historyExportQuery.parse(request.query);
    const filters = await resolveFilters(asked, emails);
    const span = { before: Infinity, after: -Infinity };
    const pages = filters === null ? null : auditLog.history.pages(filters, span);
    const day = clock().toISOString().slice(0, 10);
    await sendExport(response, { pages, views, history: auditLog.views, format, day }).catch(throwBusy);
  });
}

function createVerificationRoutes({ verification }: AuditLog): Route[] {
  const path = historyPaths.verification;
  return [
    route({ method: 'get', path, access, status }, () => verification.state()),
    route({ method: 'post', path, access, status }, async () => {
      await verification.begin();
      return verification.state();
    }),
  ];
}

function createEventRoute({ views, documents, events, push, auditLog }: Omit<HistoryDeps, 'emails' | 'clock'>): Route {
  const { subscriptions } = push;
  const deps = { views, documents, events, subscriptions, history: auditLog.history, historyViews: auditLog.views };
  return route({ method: 'get', path: historyPaths.one(':position'), access, status }, async ({ request }) => {
    const position = String(request.params['position']);
    const details = /^\d{1,15}$/.test(position)
      ? await readDetails(deps, toPosition(Number(position))).catch(throwBusy)
      : null;
    if (details === null) throw new HttpError(404, 'No such event');
    return details;
  });
}

function throwBusy(error: unknown): never {
  if (!(error instanceof IndexBehind)) throw error;
  const sentence = `The history is being indexed, ${error.percent} % so far. Filters and causes are there once that is done.`;
  throw new HttpError(503, sentence, { 'Retry-After': '5' });
}
