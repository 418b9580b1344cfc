import type { Endpoint } from '#domain/shared/endpoint.contract.ts';
import { toJsonSchema } from './openapi-schema.ts';
import { problem, problemType } from './problem.ts';

const errorDescriptions: Record<number, string> = {
  400: 'The request is not valid',
  401: 'Not signed in, or not signed',
  403: 'Not allowed, or sent by a page of another site',
  404: 'Not found',
  409: 'It conflicts with existing data, or another request changed it at the same time',
  413: 'The body is too large',
  415: 'The body is of another type',
  422: 'The Idempotency-Key was sent with another request before',
  429: 'Too many requests',
  503: 'A store is down: try again',
};
const problemSchema = toJsonSchema(problem, 'output');
const retryStatuses = new Set([429, 503]);

/** The refusals of an endpoint in OpenAPI: each is one sentence of plain text, or a problem where Accept asks for it. */
export function describeErrors(endpoint: Endpoint): Record<string, object> {
  const statuses = new Set([...listCommonErrors(endpoint), ...(endpoint.errors ?? [])]);
  return Object.fromEntries([...statuses].sort((a, b) => a - b).map((status) => [status, describeError(status)]));
}

function describeError(status: number): object {
  const retry = { description: 'Seconds to wait', schema: { type: 'integer' } };
  return {
    description: errorDescriptions[status] ?? 'Refused',
    ...(retryStatuses.has(status) && { headers: { 'Retry-After': retry } }),
    content: { 'text/plain': { schema: { type: 'string' } }, [problemType]: { schema: problemSchema } },
  };
}

/** The errors of the checks that every request passes. */
function listCommonErrors({ method, path, access, params, query, body, bodyType }: Endpoint): number[] {
  const isUnsafe = method !== 'get';
  const isMachine = access === 'machine';
  const isKnown = access !== 'anyone' && !isMachine;
  const isApi = path.startsWith('/api/');
  const when: [boolean, number[]][] = [
    [body !== undefined || bodyType !== undefined, isMachine ? [400, 413] : [400, 413, 415]],
    [query !== undefined || params !== undefined, [400]],
    [isKnown, [401, 429]],
    [isUnsafe, [403]],
    [isUnsafe && !isMachine, [400, 413, 422]],
    [isKnown && access !== 'signed-in', [403]],
    [path.includes(':'), [400, 404]],
    [isUnsafe && isKnown, [409]],
    [isApi, [503]],
  ];
  return when.flatMap(([applies, statuses]) => (applies ? statuses : []));
}
