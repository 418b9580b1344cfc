import { type RequestHandler, Router } from 'express';
import type { Watched } from '#server/platform/projector/watch.ts';
import { bodyOf } from './body.ts';
import { noting } from './durable.ts';
import { admitted, type GateDeps } from './gate.ts';
import { Problem } from '../middleware/problem.ts';
import type { Call, Route } from './route.ts';
import { sendJson } from './send-json.ts';
import { senderOf } from './sender.ts';
import { sharedAnswers } from './shared-answers.ts';
import { settleTemplate } from '../middleware/template.ts';

/**
 * A router that runs every check of a request in the order of decisions.md: 405, 401, 403, 415, 413, 400. `views` tell
 * how far they have come.
 */
export function serve(routes: readonly Route[], gate: GateDeps, views: Views): Router {
  const router = Router();
  const answersOf = answering(views);
  for (const [path, here] of Map.groupBy(routes, (route) => route.path)) {
    const place = router.route(path);
    for (const route of here) place[route.method](handler(route, gate, saying(answersOf(route), views)));
    place.all(otherMethods(here));
  }
  return router;
}

type Views = Pick<Watched, 'position' | 'stamp'>;
type Answering = (call: Call<unknown, Parameters<Route['answer']>[0]['user']>) => Promise<string>;

/** The text of a route's answer, new or shared. */
function answering({ stamp }: Views) {
  const shared = sharedAnswers(stamp);
  return (route: Route): Answering => {
    const make: Answering = async (call) => JSON.stringify(await route.answer(call));
    if (!route.isShared) return make;
    return (call) =>
      shared(`${call.user?.role ?? ''} ${call.request.originalUrl}`, call.response, () => route.answer(call));
  };
}

/** A write is durable before the views show it; until they do, a header says so. */
function saying(answer: Answering, { position }: Views): Answering {
  return async (call) => {
    const { result, durable } = await noting(() => answer(call));
    if (durable > position()) call.response.setHeader('X-Views', 'behind');
    return result;
  };
}

function handler(route: Route, gate: GateDeps, answer: Answering): RequestHandler {
  return async (request, response) => {
    settleTemplate(response, route.path);
    response.setHeader('Cache-Control', 'no-store');
    const caller = await admitted(route, gate, request, response);
    const body = await bodyOf(route, request, response);
    const sender = senderOf(request, response, caller.user?.id ?? 'anonymous');
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

/** Answers OPTIONS, and refuses methods that the path does not have. */
export function otherMethods(routes: readonly Pick<Route, 'method'>[]): RequestHandler {
  const known = new Set(routes.map(({ method }) => method.toUpperCase()));
  const allow = [...known, ...(known.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (request, response) => {
    response.set('Allow', allow);
    if (request.method !== 'OPTIONS') throw new Problem(405, `Here one can only send ${allow}`);
    response.status(204).end();
  };
}
