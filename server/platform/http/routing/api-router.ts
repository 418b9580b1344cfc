import { type RequestHandler, Router } from 'express';
import type { ProjectionTracker } from '#server/platform/projector/projection-progress.ts';
import { readBody } from './read-body.ts';
import { trackWritePosition } from './write-position.ts';
import { authorize, type AuthorizeDeps } from './authorize.ts';
import { HttpError } from '../middleware/http-error.ts';
import type { RouteCall, Route } from './route.ts';
import { sendJson } from './send-json.ts';
import { commandMetadataOf } from './command-metadata.ts';
import { createResponseCache } from './response-cache.ts';
import { setRoutePattern } from '../middleware/route-pattern.ts';

/**
 * A router that runs every check of a request in the order of decisions.md: 405, 401, 403, 415, 413, 400. `views`
 * report their progress.
 */
export function createApiRouter(routes: readonly Route[], gate: AuthorizeDeps, views: ViewsProgress): Router {
  const router = Router();
  const responderOf = createResponder(views);
  for (const [path, here] of Map.groupBy(routes, (route) => route.path)) {
    const endpoint = router.route(path);
    for (const route of here)
      endpoint[route.method](createHandler(route, gate, addLagHeader(responderOf(route), views)));
    endpoint.all(methodNotAllowed(here));
  }
  return router;
}

type ViewsProgress = Pick<ProjectionTracker, 'position' | 'version'>;
type Responder = (call: RouteCall<unknown, Parameters<Route['answer']>[0]['user']>) => Promise<string>;

/** The text of a route's answer, new or from the cache. */
function createResponder({ version }: ViewsProgress) {
  const shared = createResponseCache(version);
  return (route: Route): Responder => {
    const make: Responder = async (call) => JSON.stringify(await route.answer(call));
    if (!route.isShared) return make;
    return (call) =>
      shared(`${call.user?.role ?? ''} ${call.request.originalUrl}`, call.response, () => route.answer(call));
  };
}

/** A write is durable before the views show it; until they do, a header says so. */
function addLagHeader(answer: Responder, { position }: ViewsProgress): Responder {
  return async (call) => {
    const { result, durable } = await trackWritePosition(() => answer(call));
    if (durable > position()) call.response.setHeader('X-Views', 'behind');
    return result;
  };
}

function createHandler(route: Route, gate: AuthorizeDeps, answer: Responder): RequestHandler {
  return async (request, response) => {
    setRoutePattern(response, route.path);
    response.setHeader('Cache-Control', 'no-store');
    const caller = await authorize(route, gate, request, response);
    const body = await readBody(route, request, response);
    const sender = commandMetadataOf(request, response, caller.user?.id ?? 'anonymous');
    const call = { request, response, body, sender, ...caller };
    response.status(route.status);
    if (route.streams) {
      await route.answer(call);
      return;
    }
    const text = await answer(call);
    if (route.status !== 204) sendJson(request, response, text);
    else response.end();
  };
}

/** Answers OPTIONS, and rejects methods that the path does not have. */
export function methodNotAllowed(routes: readonly Pick<Route, 'method'>[]): RequestHandler {
  const known = new Set(routes.map(({ method }) => method.toUpperCase()));
  const allow = [...known, ...(known.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (request, response) => {
    response.set('Allow', allow);
    if (request.method !== 'OPTIONS') throw new HttpError(405, `Method not allowed. Allowed: ${allow}`);
    response.status(204).end();
  };
}
