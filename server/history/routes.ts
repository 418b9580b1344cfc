import type { Request, Response } from 'express';
import { historyPaths } from '#domain/history/contract.ts';
import type { Position } from '#domain/decider.ts';
import type { Context } from '../context.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { detailsAt } from './details.ts';
import { sendExport } from './export.ts';
import { exportQuery, filtersOf, historyQuery } from './query.ts';
import { IndexBehind } from './search.ts';
import { shownEvents } from './shown.ts';

const access = 'full-admin';
const status = 200;

/** The log for auditors. */
export function historyRoutes(context: Context): Route[] {
  return [listRoute(context), exportRoute(context), ...verificationRoutes(context), oneRoute(context)];
}

function listRoute(context: Context): Route {
  const { views, emails, desk } = context;
  return route({ method: 'get', path: historyPaths.list, access, status }, async ({ request, response }) => {
    const { limit, cursor, after, ...asked } = historyQuery.parse(request.query);
    const filters = await filtersOf(asked, emails);
    if (filters === null) return [];
    const span = { before: cursor ?? Infinity, after: after ?? -Infinity };
    const { found, more } = await desk.history.page(filters, span, limit).catch(asBusy);
    const isWhole = Object.values(filters).every((one) => one === null);
    const total = isWhole ? await desk.history.count() : null;
    if (total !== null) response.set('X-Total-Count', String(total));
    if (more) setNext(request, response, found.at(-1)?.position ?? 0);
    return shownEvents({ views, history: desk.views }, found);
  });
}

function setNext(request: Request, response: Response, cursor: number): void {
  const query = new URLSearchParams(request.originalUrl.split('?')[1]);
  query.set('cursor', String(cursor));
  response.set('Link', `<${request.path}?${query.toString()}>; rel="next"`);
}

function exportRoute(context: Context): Route {
  const { views, emails, desk, clock } = context;
  const declared = { method: 'get', path: historyPaths.export, access, status, streams: true } as const;
  return route(declared, async ({ request, response }) => {
    const { format, ...asked } = exportQuery.parse(request.query);
    const filters = await filtersOf(asked, emails);
    const span = { before: Infinity, after: -Infinity };
    const pages = filters === null ? null : desk.history.pages(filters, span);
    const day = clock().toISOString().slice(0, 10);
    await sendExport(response, { pages, views, history: desk.views, format, day }).catch(asBusy);
  });
}

function verificationRoutes({ desk: { verification } }: Context): Route[] {
  const path = historyPaths.verification;
  return [
    route({ method: 'get', path, access, status }, () => verification.state()),
    route({ method: 'post', path, access, status }, async () => {
      await verification.begin();
      return verification.state();
    }),
  ];
}

function oneRoute(context: Context): Route {
  return route({ method: 'get', path: historyPaths.one(':position'), access, status }, async ({ request }) => {
    const position = String(request.params['position']);
    const details = /^\d{1,15}$/.test(position)
      ? await detailsAt(context, Number(position) as Position).catch(asBusy)
      : null;
    if (details === null) throw new Problem(404, 'No such event');
    return details;
  });
}

function asBusy(error: unknown): never {
  if (!(error instanceof IndexBehind)) throw error;
  const sentence = `The history is being indexed, ${error.percent} % so far. Filters and causes are there once that is done.`;
  throw new Problem(503, sentence, { 'Retry-After': '5' });
}
