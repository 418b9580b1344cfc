import { type RequestHandler, Router } from 'express';
import type { Context } from '../context.ts';
import { bodyOf } from './body.ts';
import { admitted } from './gate.ts';
import { Problem } from './problem.ts';
import type { Route } from './route.ts';
import { senderOf } from './sender.ts';
import { settleTemplate } from './template.ts';

/** A router that runs every check of a request in the order of decisions.md: 405, 401, 403, 415, 413, 400. */
export function serve(routes: readonly Route[], context: Context): Router {
  const router = Router();
  for (const [path, here] of Map.groupBy(routes, ({ path }) => path)) {
    const place = router.route(path);
    for (const route of here) place[route.method](handler(route, context));
    place.all(otherMethods(here));
  }
  return router;
}

function handler(route: Route, context: Context): RequestHandler {
  return async (request, response) => {
    settleTemplate(response, route.path);
    const user = await admitted(route, context, request, response);
    const body = await bodyOf(route, request, response);
    const sender = senderOf(request, response, user?.id ?? 'anonymous');
    const answer = await route.answer({ request, response, user, body, sender });
    response.status(route.status);
    if (route.status === 204) response.end();
    else response.json(answer);
  };
}

/** Answers OPTIONS, and refuses what the path does not know. */
export function otherMethods(routes: readonly Pick<Route, 'method'>[]): RequestHandler {
  const known = new Set(routes.map(({ method }) => method.toUpperCase()));
  const allow = [...known, ...(known.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (request, response) => {
    response.set('Allow', allow);
    if (request.method !== 'OPTIONS') throw new Problem(405, `Here one can only send ${allow}`);
    response.status(204).end();
  };
}
