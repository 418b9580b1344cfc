import express, { type Request, type RequestHandler, type Response } from 'express';
import { parseBody } from './parse-body.ts';
import { Problem } from '../middleware/problem.ts';
import type { Route } from './route.ts';
import { uploaded } from './upload.ts';

const limit = 100_000;
const tooLarge = 'The body is larger than 100 kB';
const json: RequestHandler = express.json({ limit, type: () => true });
const mediaType = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** The body that a route takes, as its schema gives it. Throws Problem 415 and 413, the parser's errors, ZodError. */
export async function bodyOf(route: Route, request: Request, response: Response): Promise<unknown> {
  if (route.takesFile) return route.body?.parse(await uploaded(request, response));
  const length = Number(request.get('content-length') ?? 0);
  const hasBody = length > 0 || request.get('transfer-encoding') !== undefined;
  if (route.body) refuseOtherThanJson(request, hasBody);
  // Said at once where the length is announced, so that nobody has to send it all to learn it.
  if (length > limit) throw new Problem(413, tooLarge);
  if (!route.body) return undefined;
  await parseBody(json, request, response, { maxBytes: limit, sentence: tooLarge });
  return route.body.parse(hasBody ? request.body : undefined);
}

function refuseOtherThanJson(request: Request, hasBody: boolean): void {
  const type = request.get('content-type');
  if (type === undefined ? hasBody : !mediaType.test(type)) {
    throw new Problem(415, 'The body must be JSON, sent as application/json');
  }
}
