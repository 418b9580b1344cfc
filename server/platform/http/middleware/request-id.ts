import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const header = 'x-request-id';
const wellFormed = /^[\w.:-]{1,100}$/;

/** Gives every request an id, the client's own where it sent one, and tells it in the answer. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get(header);
  response.setHeader(header, given !== undefined && wellFormed.test(given) ? given : randomUUID());
  next();
};

export function requestIdOf(response: Response): string {
  return String(response.getHeader(header));
}
