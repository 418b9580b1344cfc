import express, { type Request, type RequestHandler, type Response } from 'express';
import { parseBody } from './parse-body.ts';

/** Reads bodies unparsed, which a signature over them needs; empty where there is none. Throws HttpError 413. */
export function createRawBodyReader(
  limit: number,
  sentence = 'The request is too large',
): (request: Request, response: Response) => Promise<Buffer> {
  const read: RequestHandler = express.raw({ type: () => true, limit });
  return async (request, response) => {
    await parseBody(read, request, response, { maxBytes: limit, sentence });
    return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  };
}
