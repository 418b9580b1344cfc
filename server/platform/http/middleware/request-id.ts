import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const requestIdHeader = 'x-request-id';
const requestIdPattern = /^[\w.:-]{1,100}$/;

/** Gives every request an id, the client's own where it sent one, and returns it in the answer. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const clientRequestId = request.get(requestIdHeader);
  response.setHeader(
    requestIdHeader,
    clientRequestId !== undefined && requestIdPattern.test(clientRequestId) ? clientRequestId : randomUUID(),
  );
  next();
};

export function getRequestId(response: Response): string {
  return String(response.getHeader(requestIdHeader));
}
