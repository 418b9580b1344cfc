import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { getRequestId } from './request-id.ts';
import { getRoutePattern } from './route-pattern.ts';

const slowRequestMs = 1000;

export type AnsweredRequest = { method: string; route: string; status: number; seconds: number };

/**
 * Reports every answer to `observe`, and slow ones (all at level debug) to the log. Neither receives the address
 * itself, the query, or a header: only the route's template.
 */
export function createRequestLogger(log: Logger, observe: (answeredRequest: AnsweredRequest) => void): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now();
    response.once('close', () => {
      const ms = performance.now() - begun;
      const summary = { method: request.method, route: getRoutePattern(response), status: response.statusCode };
      observe({ ...summary, seconds: ms / 1000 });
      const level = ms > slowRequestMs ? 'warn' : 'debug';
      if (log.isLevelEnabled(level))
        log[level]({ ...summary, ms: Math.round(ms), requestId: getRequestId(response) }, 'Request completed');
    });
    next();
  };
}
