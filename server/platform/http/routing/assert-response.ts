import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { type Endpoint, findResponse } from '#domain/shared/endpoint.contract.ts';
import { HttpError } from '../middleware/http-error.ts';

const isTest = process.env['NODE_ENV'] === 'test';

/**
 * In tests, throws for an answer that is not exactly as its endpoint declares: a missing, wrong or undeclared field. In
 * production nothing is checked, for speed.
 */
export function assertResponse(endpoint: Endpoint, status: number, answer: unknown): void {
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
