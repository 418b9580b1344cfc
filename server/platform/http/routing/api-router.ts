import { once } from 'node:events';
import { type RequestHandler, type Response, Router } from 'express';
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { compact } from '#domain/shared/compact.contract.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { type Endpoint, multipartForm, findResponse, holdsForQuery } from '#domain/shared/endpoint.contract.ts';
import type { ProjectionTracker } from '#server/platform/projector/projection-progress.ts';
import { readBody, readIgnoredBody } from './body/read-body.ts';
import { trackWritePosition } from './write-position.ts';
import { authorize, type AuthorizeDeps, toOwnError } from './authorize.ts';
import { createConcurrencyLimit } from '../middleware/concurrency-limit.ts';
import { HttpError } from '../middleware/http-error.ts';
import type { MachineRoute, ParsedRequest, Route } from './route.ts';
import { createJsonAnswer, type JsonAnswer, sendJson } from './send-json.ts';
import { stringifyAnswer } from './stringify-answer.ts';
import { commandMetadataOf, getIdempotencyKey } from './command-metadata.ts';
import { createIdempotencyKeys, type IdempotencyKeys, type KeyDocuments } from './idempotency-keys.ts';
import { createResponseCache } from './response-cache.ts';
import { parseInput } from './body/parse-input.ts';
import { removeUploadAfter } from './body/upload.ts';
import { setRoutePattern } from '../middleware/route-pattern.ts';

const isTest = process.env['NODE_ENV'] === 'test';

/** The progress of the views, as far as requests need it. */
export type ViewsProgress = Pick<ProjectionTracker, 'hasReached' | 'version' | 'waitForProjections'>;

/**
 * A router that runs every check of a request in the order of decisions.md: 405, 401, 403, 415, 413, 400, 422. `views`
 * report their progress.
 */
export function createApiRouter(
  routes: readonly Route[],
  deps: AuthorizeDeps & { documents: KeyDocuments },
  views: ViewsProgress,
): Router {
  const respond = createResponder(views);
  const gate = { ...deps, keys: createIdempotencyKeys(deps.documents) };
  return createRouter(routes, (route) => createHandler(route, gate, (call) => respond(route, call)));
}

/** A router for endpoints whose handlers do all checks. */
export function createMachineRouter(routes: readonly MachineRoute[]): Router {
  return createRouter(routes, ({ path, handle }) => (request, response, next) => {
    setRoutePattern(response, path);
    return handle(request, response, next);
  });
}

/**
 * Express tries the paths one after the other: those without parameters are looked up before. It finds them in other
 * spellings, such as with a slash at the end.
 */
function createRouter<R extends Endpoint>(routes: readonly R[], toHandler: (route: R) => RequestHandler): Router {
  const router = Router();
  const fixedPaths = new Map<string, RequestHandler>();
  router.use((request, response, next) => (fixedPaths.get(request.path) ?? skip)(request, response, next));
  for (const [path, here] of Map.groupBy(routes, (route) => route.path)) {
    const handle = createEndpoint(here, toHandler);
    if (!path.includes(':')) fixedPaths.set(path, handle);
    router.all(path, handle);
  }
  return router;
}

const skip: RequestHandler = (_request, _response, next) => next();

/** All methods of one path. */
function createEndpoint<R extends Endpoint>(
  here: readonly R[],
  toHandler: (route: R) => RequestHandler,
): RequestHandler {
  const handlers = new Map(here.map((route) => [route.method.toUpperCase(), toHandler(route)]));
  const refuse = methodNotAllowed(here);
  return (request, response, next) => {
    const handle = handlers.get(request.method === 'HEAD' ? 'GET' : request.method) ?? refuse;
    return handle(request, response, next);
  };
}

/** The answer of a route, new or from the cache. */
function createResponder(views: ViewsProgress) {
  const shared = createResponseCache(views.version);
  return async (route: Route, call: ParsedRequest): Promise<JsonAnswer> => {
    const readText = () => readAnswer(route, call, views);
    if (!holdsForQuery(route.isShared, call.request.query)) return createJsonAnswer(await readText());
    return shared(`${call.user?.role ?? ''} ${call.request.originalUrl}`, call.response, readText);
  };
}

/**
 * Runs the handler, waits until the declared views show what it wrote, and reads the answer; '' where there is none.
 */
async function readAnswer(route: Route, call: ParsedRequest, views: ViewsProgress): Promise<string> {
  const { result, durable } = await trackWritePosition(() => route.answer(call));
  if (route.waitsFor && durable > startPosition) await views.waitForProjections(durable, route.waitsFor);
  const answer: unknown = typeof result === 'function' ? await (result as () => unknown)() : result; // see Answer
  // A write is durable before its views show it; until they do, a header says so.
  if (durable > startPosition && !views.hasReached(durable, route.waitsFor))
    call.response.setHeader('X-Views', 'behind');
  assertResponse(route, call.response.statusCode, answer);
  return answer === undefined ? '' : stringifyAnswer(answer);
}

function createHandler(
  route: Route,
  gate: AuthorizeDeps & { keys: IdempotencyKeys },
  respond: (call: ParsedRequest) => Promise<JsonAnswer>,
): RequestHandler {
  const { status = 200, maxAtOnce } = route;
  const limit = maxAtOnce === undefined ? null : createConcurrencyLimit(maxAtOnce);
  const answer = async (call: ParsedRequest) => {
    const body = await respond(call).catch((error: unknown) => {
      throw toOwnError(route.access, error);
    });
    if (route.responseTypes) return;
    if (body.text === '') call.response.end();
    else await sendJson(call.request, call.response, body);
  };
  const handle: RequestHandler = async (request, response) => {
    setRoutePattern(response, route.path);
    response.setHeader('Cache-Control', 'no-store');
    const caller = await authorize(route, gate, request, response);
    const body = await readBody(route, request, response);
    const params = route.params ? parseInput(route.params, request.params) : request.params;
    const query = route.query && parseInput(route.query, request.query);
    const sender = commandMetadataOf(request, response, caller.user?.id ?? 'anonymous');
    const isIgnored = route.body === undefined && route.bodyType === undefined && getIdempotencyKey(request) !== null;
    const sentBody = isIgnored ? await readIgnoredBody(request, response) : body;
    await gate.keys.assertSameRequest(request, sender.commandId, sentBody);
    response.status(status);
    const runOnce = gate.keys.createRunOnce(request, sender.commandId);
    const call = {
      request,
      response,
      params,
      query,
      body,
      sender,
      runOnce,
      user: caller.user,
      sessionKey: caller.sessionKey,
    };
    await (limit ? limit(() => answer(call).then(() => waitUntilClosed(response))) : answer(call));
  };
  return route.bodyType === multipartForm ? removeUploadAfter(handle) : handle;
}

async function waitUntilClosed(response: Response): Promise<void> {
  if (!response.closed) await once(response, 'close');
}

/** Answers OPTIONS, and rejects methods that the path does not have. */
export function methodNotAllowed(routes: readonly Pick<Endpoint, 'method'>[]): RequestHandler {
  const methods = new Set(routes.map(({ method }) => method.toUpperCase()));
  const allow = compact([...methods, methods.has('GET') && 'HEAD', 'OPTIONS']).join(', ');
  return (request, response) => {
    response.set('Allow', allow);
    if (request.method !== 'OPTIONS') throw new HttpError(405, `Method not allowed. Allowed: ${allow}`);
    response.status(204).end();
  };
}

/**
 * In tests, throws for an answer that is not exactly as its endpoint declares: a missing, wrong or undeclared field. In
 * production nothing is checked, for speed.
 */
function assertResponse(endpoint: Endpoint, status: number, answer: unknown): void {
  if (!isTest || endpoint.responseTypes) return;
  const reason = findBreach(findResponse(endpoint, status), answer);
  if (reason === null) return;
  const { method, path } = endpoint;
  throw new HttpError(500, `The answer ${status} of ${method.toUpperCase()} ${path} breaks its contract: ${reason}`);
}

function findBreach(schema: z.ZodType | undefined, answer: unknown): string | null {
  if (!schema) return answer === undefined ? null : 'it has no answer';
  const json: unknown = answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
  const { error, data } = schema.safeParse(json);
  if (error) return error.message;
  return isDeepStrictEqual(data, json) ? null : `it has undeclared fields: ${JSON.stringify(json)}`;
}
